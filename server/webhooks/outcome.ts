/**
 * Stores the results of attempts: each attempt and the new state of its delivery in one statement, many at a time. An
 * attempt whose delivery was deleted meanwhile is not stored.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { inBatches } from '../platform/database/batches.ts';
import type { Database } from '../platform/database/database.ts';
import { isPartitionMissing, UnavailableError } from '../platform/database/errors.ts';
import { serialBatches } from '../platform/database/serial-batches.ts';
import { statement } from '../platform/database/statement.ts';
import { type Retry, sharedRetry } from './shared-retry.ts';

/** The members are columns: a JSON list passes them to the statement. */
export interface Finished {
  readonly delivery_id: string;
  readonly delivery_created_at: string;
  readonly event_id: string;
  readonly webhook_endpoint_id: string;
  readonly client_application_id: string;
  readonly status: 'undelivered' | 'delivered' | 'failed';
  readonly tries_count: number;
  /** The number of stored attempts when this one began. */
  readonly attempts_before: number;
  readonly next_attempt_at: Date | null;
  readonly ended_at: Date;
  readonly id: string;
  readonly created_at: Date;
  readonly signature: string;
  readonly is_successful: boolean;
  readonly response_status_code: number | null;
  readonly error_response_body: string;
  readonly failure_reason: string | null;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly duration_ms: number;
}

const attempt = `id, created_at, event_id, webhook_endpoint_id, client_application_id, signature, is_successful,
  response_status_code, error_response_body, failure_reason, request_headers, duration_ms`;

const isLast = 'kept.attempts_count = given.attempts_before';

/**
 * A delivered delivery stays delivered, whatever a repeated attempt finds; a success always counts. Any other result
 * changes the delivery only if no attempt was stored since this one began: it may come from a worker that was frozen
 * and lost its lease. The ids are passed a second time separately: a plain join, planned while a week is young, would
 * scan all deliveries of the account.
 */
const written = statement(`
with given as (
  select listed.*, nextval('revisions') as revision from json_to_recordset($2::json) as listed (
    delivery_id uuid, delivery_created_at timestamptz, event_id bigint, webhook_endpoint_id bigint,
    client_application_id bigint, status text, tries_count integer, attempts_before integer, next_attempt_at timestamptz, ended_at timestamptz,
    id uuid, created_at timestamptz, signature text, is_successful boolean, response_status_code integer,
    error_response_body text, failure_reason text, request_headers json, duration_ms integer)
), changed as (
  update deliveries as kept
  set attempts_count = kept.attempts_count + 1,
    tries_count = case when ${isLast} then given.tries_count else kept.tries_count end,
    last_updated_at = greatest(kept.last_updated_at, given.ended_at),
    status = case when kept.status = 'delivered' or given.is_successful then 'delivered'
      when ${isLast} then given.status else kept.status end,
    next_attempt_at = case when kept.status = 'delivered' or given.is_successful then null
      when ${isLast} then given.next_attempt_at else kept.next_attempt_at end,
    revision = given.revision
  from given
  where kept.account_id = $1 and kept.id = any($3::uuid[])
    and kept.id = given.delivery_id and kept.created_at = given.delivery_created_at
  returning kept.id
)
insert into delivery_attempts (account_id, delivery_id, ${attempt})
select $1, delivery_id, ${attempt} from given where delivery_id in (select id from changed) returning 1`);

/**
 * Results gather while others of the account are being stored, until those are, and no longer than this. A crash meanwhile
 * repeats their deliveries.
 */
const gatherMs = 10;
const rowsMax = 200;
const triesMax = 5;
/** While the database is away: a result that is given up is a delivery that is repeated. */
const awayMs = 60_000;
const pauseMsMax = 1000;

export interface OutcomeWriter {
  /** Resolves when the result is stored. Rejects if the database refuses it; the attempt is then repeated. */
  write(accountId: string, finished: Finished): Promise<void>;
  /** The process ends: nothing is tried again. */
  giveUp(): void;
}

export function outcomeWriter(database: Database): OutcomeWriter {
  let isGivenUp = false;
  const batches = serialBatches(gatherMs);
  const writeSoon = inBatches<Finished, undefined>(batches.schedule, rowsMax);
  const retries = sharedRetry();
  const store = (accountId: string, rows: readonly Finished[]) =>
    storeAtLast(database, accountId, rows, retries.begin(), () => isGivenUp);
  return {
    write: (accountId, finished) =>
      writeSoon(accountId, finished, async (rows) => {
        await batches.run(accountId, () => store(accountId, rows));
        return rows.map(() => undefined);
      }),
    giveUp() {
      isGivenUp = true;
    },
  };
}

/** Creates a missing partition, and retries after a deadlock and while the database is away. */
async function storeAtLast(
  database: Database,
  accountId: string,
  rows: readonly Finished[],
  retry: Retry,
  isGivenUp: () => boolean,
): Promise<void> {
  const ids = rows.map(({ delivery_id }) => delivery_id);
  const startedMs = performance.now();
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        await database.session(accountId).run(written, [JSON.stringify(rows), ids]);
        return;
      } catch (error) {
        const isAway = error instanceof UnavailableError && performance.now() - startedMs < awayMs;
        if (isGivenUp() || (tries >= triesMax && !isAway)) throw error;
        const { code } = error as { code?: string };
        // The response to the previous try was lost, and its attempts are stored.
        if (code === '23505' && tries > 1) return;
        if (isPartitionMissing(error)) await makePartitions(database, rows);
        else await (isAway ? retry.untilNextTry() : pause(Math.min(100 * 2 ** tries, pauseMsMax)));
      }
    }
  } finally {
    retry.end();
  }
}

async function makePartitions(database: Database, rows: readonly Finished[]): Promise<void> {
  const moments = rows.map(({ created_at }) => created_at);
  await database.query(
    `select ensure_partition('delivery_attempts', moment) from unnest($1::timestamptz[]) as moment`,
    [moments],
  );
}
