/**
 * The log of reads. A request adds its entry and does not wait: entries are written together, several times a second. A
 * crash loses at most those of one second. The memory for entries is limited: if they cannot be written, requests that
 * would show confidential data are refused until they can, because nothing may be read without an entry.
 */
import { peopleOfEntryMax } from '@muster/contract/administration/read-entries.ts';
import type { Author } from '@muster/contract/author.ts';
import { collectionOf } from '@muster/contract/kit/collection.ts';
import type { Database } from '../platform/database/database.ts';
import { isPartitionMissing, UnavailableError } from '../platform/database/errors.ts';
import { statement } from '../platform/database/statement.ts';
import { repeat } from '../repeat.ts';
import { type ConfidentialDefinitions, confidentialDefinitions } from './confidential-definitions.ts';
import type { ConfidentialShown } from './shown.ts';

export interface Reading {
  readonly accountId: string;
  /** In the same form as the author of a change. */
  readonly reader: Author;
  readonly operation: string;
  readonly purpose: string | null;
  readonly traceId: string | null;
  readonly shown: ConfidentialShown;
}

export interface ReadLog {
  /** Throws if too many entries wait. */
  record(reading: Reading): void;
  /** After a change in the account: a definition may be confidential since. */
  forget(accountId: string): void;
  /** Writes pending entries. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReadLogOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** With the time that a write takes, an entry is at most a second late. */
const everyMs = 500;

/** About 100 MB at worst. Several seconds of reads at full speed. */
const waitingMax = { entries: 50_000, people: 2_000_000 };

/** Rows of one statement. */
const batchMax = { entries: 5000, people: 50_000 };

export interface Entry extends Omit<Reading, 'shown'> {
  readonly occurredAt: Date;
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly people: readonly string[];
}

interface Waiting extends Reading {
  readonly occurredAt: Date;
  readonly size: number;
}

export function startReadLog({ database, now, onError }: ReadLogOptions): ReadLog {
  const definitions = confidentialDefinitions(database);
  let waiting: Waiting[] = [];
  let waitingPeople = 0;
  let writing: Promise<void> = Promise.resolve();

  const release = (written: readonly Waiting[]) => {
    waitingPeople -= written.reduce((sum, { size }) => sum + size, 0);
  };

  /** What could not be written waits for the next time, before newer entries. */
  async function write(): Promise<void> {
    const taken = waiting;
    waiting = [];
    const kept: Waiting[] = [];
    for (const [accountId, some] of Map.groupBy(taken, ({ accountId }) => accountId)) {
      try {
        await writeEntries(database, await decided(definitions, accountId, some));
        release(some);
      } catch (error) {
        onError(error);
        if (isAboutContent(error)) release(some);
        else kept.push(...some);
      }
    }
    if (kept.length > 0) waiting = [...kept, ...waiting];
  }

  function flush(): Promise<void> {
    writing = writing.then(() => (waiting.length > 0 ? write() : undefined));
    return writing;
  }

  const repeated = repeat(everyMs, flush, onError);
  return {
    record(reading) {
      const { accountId, shown } = reading;
      if (shown.members.size === 0 && definitions.isWithout(accountId)) return;
      if (waiting.length >= waitingMax.entries || waitingPeople >= waitingMax.people) {
        throw new UnavailableError(new Error('the log of reads cannot be written'), 'undone');
      }
      const size = sizeOf(shown);
      waitingPeople += size;
      waiting.push({ ...reading, occurredAt: now(), size });
    },
    forget: definitions.forget,
    flush,
    async stop() {
      await repeated.stop();
      await flush();
    },
  };
}

const sizeOf = ({ people, values }: ConfidentialShown): number =>
  [...values.values()].reduce((sum, { size }) => sum + size, people.size);

/** Invalid or too long values, which would fail each time. No request can send such values today. */
const isAboutContent = (error: unknown): boolean => /^22/.test((error as { code?: string }).code ?? '');

/** The entries with the values whose definitions are confidential; readings without anything else are left out. */
async function decided(
  definitions: ConfidentialDefinitions,
  accountId: string,
  readings: readonly (Reading & { readonly occurredAt: Date })[],
): Promise<Entry[]> {
  const hasValues = readings.some(({ shown }) => shown.values.size > 0);
  const marked = hasValues ? await definitions.read(accountId) : new Set<string>();
  return readings.flatMap((reading) => entriesOf(reading, marked));
}

const valuesFamily = collectionOf('employee-attribute');

/** One entry, or several if it is about very many people. */
export function entriesOf(reading: Reading & { readonly occurredAt: Date }, marked: ReadonlySet<string>): Entry[] {
  const { shown, ...facts } = reading;
  const values = [...shown.values].filter(([definition]) => marked.has(definition));
  const members = [
    ...[...shown.members].map(([family, names]) => [family, [...names]] as const),
    ...(values.length > 0 ? [[valuesFamily, values.map(([definition]) => definition)] as const] : []),
  ];
  if (members.length === 0) return [];
  const people = [...new Set([...shown.people, ...values.flatMap(([, some]) => [...some])])];
  const parts = Array.from({ length: Math.max(1, Math.ceil(people.length / peopleOfEntryMax)) }, (_, part) =>
    people.slice(part * peopleOfEntryMax, (part + 1) * peopleOfEntryMax),
  );
  return parts.map((some) => ({ ...facts, members: Object.fromEntries(members), people: some }));
}

/** All of one account. */
async function writeEntries(database: Database, entries: readonly Entry[]): Promise<void> {
  for (const batch of batchesOf(entries)) {
    const [{ accountId, occurredAt } = { accountId: '', occurredAt: new Date() }] = batch;
    const insert = () => database.session(accountId).run(insertion, columnsOf(batch));
    await insert().catch((error: { code?: string }) => {
      if (!isPartitionMissing(error)) throw error;
      const moments = [occurredAt, batch.at(-1)?.occurredAt];
      return database.query(monthsText, [readTables, moments]).then(insert);
    });
  }
}

function batchesOf(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let people = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const last = batches.at(-1);
    if (!last || last.length >= batchMax.entries || people >= batchMax.people) {
      batches.push([entry]);
      people = 0;
    } else last.push(entry);
    people += entry.people.length;
  }
  return batches;
}

export const readTables: readonly string[] = ['read_log', 'read_people'];

/** Months are created in advance; after a moved clock one may be missing. */
const monthsText =
  'select ensure_month(parent, moment) from unnest($1::text[]) as parent, unnest($2::timestamptz[]) as moment';

/** `returning`, because Citus would otherwise copy the rows, which row-level security refuses. */
export const insertion = statement(`
with facts as materialized (
  select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[])
    with ordinality as facts (reader_type, reader_id, reader_name, operation, families, members, number)
), noted as materialized (
  select nextval('read_log_id_seq') as id, to_timestamp(noted.occurred_ms / 1000.0) as occurred_at, fact,
    string_to_array(people, ',')::bigint[] as employee_ids, purpose, trace_id
  from unnest($8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[])
    as noted (occurred_ms, fact, people, purpose, trace_id)
), entries as (
  insert into read_log (account_id, id, occurred_at, reader_type, reader_id, reader_name, operation, families, members,
    employee_ids, purpose, trace_id)
  select $1::bigint, id, occurred_at, reader_type, reader_id, reader_name, operation,
    string_to_array(families, ','), members, employee_ids, purpose, trace_id
  from noted join facts on facts.number = noted.fact
  returning 1
)
insert into read_people (account_id, employee_id, entry_id, occurred_at)
select $1::bigint, employee_id, id, occurred_at from noted cross join lateral unnest(employee_ids) as employee_id
returning 1`);

/** Most entries of a moment have the same reader, operation and members: these are sent once. */
export function columnsOf(entries: readonly Entry[]): unknown[][] {
  const facts = new Map<string, { readonly entry: Entry; readonly members: string; readonly number: number }>();
  const numbers = entries.map((entry) => {
    const { reader, operation } = entry;
    const members = JSON.stringify(entry.members);
    const key = [reader.type, reader.id, reader.name, operation, members].join('\n');
    const known = facts.get(key) ?? { entry, members, number: facts.size + 1 };
    facts.set(key, known);
    return known.number;
  });
  const distinct = [...facts.values()];
  return [
    distinct.map(({ entry }) => entry.reader.type),
    distinct.map(({ entry }) => entry.reader.id),
    distinct.map(({ entry }) => entry.reader.name),
    distinct.map(({ entry }) => entry.operation),
    distinct.map(({ entry }) => Object.keys(entry.members).join(',')),
    distinct.map(({ members }) => members),
    entries.map(({ occurredAt }) => occurredAt.getTime()),
    numbers,
    entries.map(({ people }) => people.join(',')),
    entries.map(({ purpose }) => purpose),
    entries.map(({ traceId }) => traceId),
  ];
}
