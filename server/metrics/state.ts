/**
 * Metrics that are read from the database when they are asked for: queues, their age, and the age of keys and backups. The
 * statements are cheap and their results are cached, whatever number of programs ask. Of several processes on one port,
 * each reads the same values, so the first of them counts (`aggregator`).
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';

const cachedMs = 5000;

export interface StateOptions {
  readonly database: Pick<Database, 'query'>;
  readonly dataDir: string;
  readonly unreadiness: () => Promise<string | null>;
}

type Values = ReadonlyMap<string, number>;

/**
 * One row for each value. Queues are read without their accounts, and only tables that are open to the service. An endpoint
 * waits when a worker could lease it: not while one sends to it, and not while it rests after failures.
 */
const values = `
with waiting_endpoints as (
  select coalesce(leased_until, greatest(due_at, rests_until)) as ready_at from webhook_queues
  where coalesce(leased_until, greatest(due_at, rests_until)) <= now()
    and account_id not in (select id from accounts where state = 'closed')
)
select 'outbox' as name, count(*)::float8 as value from outbox
union all select 'outbox age', coalesce(greatest(0, extract(epoch from now() - min(occurred_at))), 0) from outbox
union all select 'imports', count(*) from import_queue
union all select 'subject-exports', count(*) from subject_export_queue
union all select 'erasures', count(*) from erasure_queue
union all select 'leave-recounts', count(*) from accounts where leave_recount_at <= now() and state <> 'closed'
union all select 'due', count(*) from waiting_endpoints
union all select 'due age', coalesce(greatest(0, extract(epoch from now() - min(ready_at))), 0) from waiting_endpoints
  where ready_at > '-infinity'
union all select 'sending', count(*) from webhook_queues where leased_until > now()
union all select 'failing', count(*) from webhook_queues where failures_count > 0
union all select 'signing key', coalesce(extract(epoch from now() - max(signs_from)), 0) from signing_keys
  where signs_from <= now()
union all select 'encryption key', coalesce(extract(epoch from now() - max(activated_at)), 0) from encryption_keys
  where state = 'active'
union all select 'rotation', count(*) from encryption_keys where state = 'retiring'
union all select 'former texts', count(*) from representation_versions as own where not is_done and not exists (
    select from representation_versions as newer
    where newer.resource_type = own.resource_type and newer.number > own.number)
union all select 'rewritten rows', coalesce(sum(rewritten_count), 0) from representation_versions
union all select 'rotation rows', coalesce(sum(read_count), 0) from encryption_progress
  where exists (select from encryption_keys where state = 'retiring')`;

/** The file that a backup script touches at its end. */
export const backupMark = 'last-backup';

export function registerState(register: Registry, options: StateOptions): void {
  const read = cached(() => readValues(options.database));
  const registers = [register];
  const gauge = (name: string, help: string, of: string) =>
    new Gauge({
      name,
      help,
      registers,
      aggregator: 'first',
      async collect() {
        this.set((await read()).get(of) ?? 0);
      },
    });
  gauge('muster_events_unpublished', 'Events that have no number yet.', 'outbox');
  gauge('muster_events_lag_seconds', 'Age of the oldest event that has no number yet.', 'outbox age');
  gauge('muster_webhook_lag_seconds', 'How long the longest waiting webhook endpoint has been due.', 'due age');
  gauge('muster_signing_key_age_seconds', 'Age of the key that signs tokens.', 'signing key');
  gauge('muster_encryption_key_age_seconds', 'Time since the encryption key is active.', 'encryption key');
  gauge('muster_encryption_key_rotating', '1: values are being encrypted again with a new key.', 'rotation');
  gauge('muster_encryption_key_rotation_rows', 'Rows and files checked in this pass of the rotation.', 'rotation rows');
  gauge(
    'muster_representations_unfinished',
    'Resources with rows in the form of an earlier release, which are being rewritten.',
    'former texts',
  );
  gauge(
    'muster_representations_rewritten_rows',
    'Rows that upgrades have rewritten in the form of a newer release.',
    'rewritten rows',
  );
  new Gauge({
    name: 'muster_webhook_endpoints',
    help: 'Webhook endpoints that are due, being sent to, or failing.',
    labelNames: ['state'],
    aggregator: 'first',
    registers,
    async collect() {
      const all = await read();
      for (const state of ['due', 'sending', 'failing']) this.set({ state }, all.get(state) ?? 0);
    },
  });
  new Gauge({
    name: 'muster_queue_depth',
    help: 'Work that waits or runs in the background, by kind.',
    labelNames: ['queue'],
    aggregator: 'first',
    registers,
    async collect() {
      const all = await read();
      for (const queue of ['imports', 'subject-exports', 'erasures', 'leave-recounts'])
        this.set({ queue }, all.get(queue) ?? 0);
    },
  });
  registerBackupAge(registers, options.dataDir);
  new Gauge({
    name: 'muster_ready',
    help: '1: this process can serve requests; 0: it cannot.',
    registers,
    // Of several processes on one port, one is enough.
    aggregator: 'max',
    async collect() {
      this.set((await options.unreadiness()) === null ? 1 : 0);
    },
  });
}

/** Without the file there is no value: an alert on its absence says that nobody makes backups. */
function registerBackupAge(registers: Registry[], dataDir: string): void {
  new Gauge({
    name: 'muster_backup_age_seconds',
    help: 'Time since the file last-backup in the data folder was written.',
    registers,
    // Without a label a gauge begins with 0, which would mean a backup of now.
    labelNames: ['mark'],
    aggregator: 'first',
    async collect() {
      const found = await stat(join(dataDir, backupMark)).catch(() => null);
      this.reset();
      if (found) this.set({ mark: backupMark }, Math.max(0, (Date.now() - found.mtimeMs) / 1000));
    },
  });
}

async function readValues({ query }: Pick<Database, 'query'>): Promise<Values> {
  const rows = await query<{ name: string; value: number }>(values);
  return new Map(rows.map(({ name, value }) => [name, Number(value)]));
}

/** While the database does not answer, the last values are shown; `muster_ready` says that they are old. */
function cached(read: () => Promise<Values>): () => Promise<Values> {
  let last: Values = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<Values> | null = null;
  return () => {
    if (performance.now() - readAtMs < cachedMs) return Promise.resolve(last);
    running ??= read()
      .then((found) => {
        last = found;
        readAtMs = performance.now();
        return found;
      })
      .catch(() => last)
      .finally(() => {
        running = null;
      });
    return running;
  };
}
