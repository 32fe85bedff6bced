/**
 * The messages of the audit trail: audit entries, changes and reads of one account. They name members and people, and
 * never contain a value.
 */
import { events } from '@muster/contract/resources/events.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressedEvents, separated, withTail } from '../platform/store/address.ts';
import { findPage } from '../platform/store/page.ts';
import type { CompleteIds } from './complete-ids.ts';
import type { Position } from './positions.ts';

export interface Message {
  readonly kind: 'audit' | 'change' | 'read';
  /** UTC, as text. */
  readonly occurredAt: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Of each kind, at once. Ordered by the column: `id` alone would be the text of the result. */
const rowsMax = 500;

/** Receivers take messages of 8 KB, by the recommendation of RFC 5425: longer lists of people are split. */
const peopleMax = 300;

const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "occurredAt"`;

const audited = statement(`
select id::text as id, ${moment('created_at')}, action, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", address, subject_type as "subjectType", subject_id as "subjectId",
  array(select json_object_keys(coalesce(after, before, '{}'::json))) as members, trace_id as "traceId"
from audit_entries where account_id = $1 and id > $2 and id <= $3 order by audit_entries.id limit ${rowsMax}`);

interface AuditRow {
  readonly id: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly address: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  readonly members: readonly string[];
  readonly traceId: string | null;
}

interface Event {
  readonly id: string;
  readonly topic: string;
  readonly occurredAt: string;
  readonly author?: object;
  readonly data: { readonly id: string; readonly type: string };
  readonly previousAttributes?: object;
}

/** Through the store, which alone reads stored texts. Of the values, nothing is sent on. */
async function readChanges(session: Session, afterId: string): Promise<Event[]> {
  const page = await findPage(session, events, {
    sort: [{ path: 'id', isDescending: false }],
    filters: [],
    conditions: [],
    start: { isBackward: false, values: [afterId] },
    limit: rowsMax,
    isCounted: false,
    isLinked: true,
  });
  return separated(page.representations).map((text) => JSON.parse(addressedEvents(withTail(text, '}'), '', '')));
}

const read = statement(`
select id::text as id, ${moment('occurred_at')}, reader_type as "readerType", reader_id as "readerId",
  reader_name as "readerName", operation, members::text as members, employee_ids::text[] as "employeeIds", purpose,
  trace_id as "traceId"
from read_log where account_id = $1 and id > $2 and id <= $3 order by read_log.id limit ${rowsMax}`);

interface ReadRow {
  readonly id: string;
  readonly occurredAt: string;
  readonly readerType: string;
  readonly readerId: string;
  readonly readerName: string;
  readonly operation: string;
  readonly members: string;
  readonly employeeIds: readonly string[];
  readonly purpose: string | null;
  readonly traceId: string | null;
}

export interface Batch {
  readonly messages: readonly Message[];
  /** Up to here, everything is among the messages. */
  readonly position: Position;
}

/** What follows a position in one account, in the order of time within each kind. */
export async function readBatch(
  database: Database,
  position: Position,
  { auditId, readId }: CompleteIds,
): Promise<Batch> {
  const session = database.session(position.accountId);
  const account = await nameOf(database, position.accountId);
  const [audits, changes, reads] = await Promise.all([
    session.run<AuditRow>(audited, [position.auditId, auditId]),
    readChanges(session, position.eventId),
    session.run<ReadRow>(read, [position.readId, readId]),
  ]);
  return {
    messages: merged([
      audits.map((row) => ofAudit(account, row)),
      changes.map((event) => ofChange(account, event)),
      reads.flatMap((row) => ofRead(account, row)),
    ]),
    position: {
      accountId: position.accountId,
      auditId: audits.at(-1)?.id ?? position.auditId,
      readId: reads.at(-1)?.id ?? position.readId,
      eventId: changes.at(-1)?.id ?? (await lastEventOf(session, position.eventId)),
    },
  };
}

/** By time, without changing the order within a kind. */
function merged(kinds: readonly (readonly Message[])[]): Message[] {
  const next = kinds.map(() => 0);
  const all: Message[] = [];
  for (;;) {
    let first = -1;
    for (const [kind, messages] of kinds.entries()) {
      const head = messages[next[kind] ?? 0];
      const least = first < 0 ? undefined : kinds[first]?.[next[first] ?? 0];
      if (head && (!least || head.occurredAt < least.occurredAt)) first = kind;
    }
    const message = kinds[first]?.[next[first] ?? 0];
    if (!message) return all;
    all.push(message);
    next[first] = (next[first] ?? 0) + 1;
  }
}

const accountText = `select name || case when environment = 'production' then '' else '/' || environment end
  || coalesce('/' || sandbox, '') as name from accounts where id = $1`;

async function nameOf(database: Database, accountId: string): Promise<string> {
  const [row] = await database.query<{ name: string }>(accountText, [accountId]);
  return row?.name ?? accountId;
}

const last = statement('select last_id::text as id from published where account_id = $1');

/** Events may have expired before they were sent: the position goes past them. */
async function lastEventOf(session: Session, eventId: string): Promise<string> {
  const [row] = await session.run<{ id: string }>(last);
  return row && BigInt(row.id) > BigInt(eventId) ? row.id : eventId;
}

function ofAudit(account: string, row: AuditRow): Message {
  const { id, occurredAt, action, actorKind, actorId, actorName, subjectType, subjectId, address, members, traceId } =
    row;
  const actor = { kind: actorKind, id: actorId, name: actorName };
  const subject = subjectType === null ? null : { type: subjectType, id: subjectId };
  const content = { kind: 'audit', account, id, occurredAt, action, actor, address, subject, members, traceId };
  return { kind: 'audit', occurredAt, content };
}

function ofChange(account: string, event: Event): Message {
  const { id, occurredAt, topic, data, author = null, previousAttributes = {} } = event;
  const resource = { type: data.type, id: data.id };
  const members = Object.keys(previousAttributes);
  return {
    kind: 'change',
    occurredAt,
    content: { kind: 'change', account, id, occurredAt, topic, resource, author, members },
  };
}

function ofRead(account: string, row: ReadRow): Message[] {
  const { id, occurredAt, readerType, readerId, readerName, operation, members, employeeIds, purpose, traceId } = row;
  const reader = { type: readerType, id: readerId, name: readerName };
  const parts = Math.max(1, Math.ceil(employeeIds.length / peopleMax));
  return Array.from({ length: parts }, (_, part): Message => {
    const employees = employeeIds.slice(part * peopleMax, (part + 1) * peopleMax);
    const facts = { reader, operation, members: JSON.parse(members), employees, purpose, traceId };
    const place = parts === 1 ? {} : { part: part + 1, parts };
    return { kind: 'read', occurredAt, content: { kind: 'read', account, id, occurredAt, ...facts, ...place } };
  });
}
