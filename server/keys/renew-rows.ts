/** Encrypts the values of one place again, some rows at a time. A row that somebody else writes meanwhile is left as it is. */
import { type KeyRing, openedBytesOf, sealedBytesOf } from '../identity/auth/key-ring.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { digestsOfStored, renewedMember, renewedText } from '../platform/store/sealing.ts';
import type { EncryptedPlace, PlaceRow, Renewal } from './places.ts';

/** Few enough that other statements do not wait, and that little is done twice after an interruption. */
const batchRows = 200;

export interface Batch {
  readonly read: number;
  readonly changed: number;
  readonly unreadable: number;
  /** The key of the last row; null: there is none after these. */
  readonly after: readonly string[] | null;
}

/** `accountId`: null for a place that belongs to no account. */
export async function renewBatch(
  database: Database,
  ring: KeyRing,
  place: EncryptedPlace,
  accountId: string | null,
  after: readonly string[] | null,
): Promise<Batch> {
  const run = runner(database, accountId);
  const rows = await placeRows(database, place, accountId, after);
  let changed = 0;
  let unreadable = 0;
  for (const row of rows) {
    const owner = accountId ?? String(row.account ?? '');
    const renewal = renewalFor(database, ring, owner, () => {
      unreadable += 1;
    });
    const values = place.renewed(row, renewal, owner);
    if (Object.keys(values).length === 0) continue;
    await run(...writing(place, accountId, row, values));
    changed += 1;
  }
  const last = rows.length < batchRows ? undefined : rows.at(-1);
  return { read: rows.length, changed, unreadable, after: last ? keyOf(place, last) : null };
}

/** Some rows of a place, in order. */
export const placeRows = (
  database: Database,
  place: EncryptedPlace,
  accountId: string | null,
  after: readonly string[] | null,
): Promise<PlaceRow[]> => runner(database, accountId)(readText(place, accountId, after), after ?? []);

type Rows = (text: string, values: readonly unknown[]) => Promise<PlaceRow[]>;

function runner(database: Database, accountId: string | null): Rows {
  if (accountId === null) return (text, values) => database.query<PlaceRow>(text, values);
  const session: Session = database.session(accountId);
  return (text, values) => session.run<PlaceRow>(statement(text), values);
}

/** The first parameter of a session is its account. */
const firstParameter = (accountId: string | null): number => (accountId === null ? 1 : 2);

const keyOf = (place: EncryptedPlace, row: PlaceRow): string[] => place.key.map((_, at) => String(row[`key${at}`]));

function readText(place: EncryptedPlace, accountId: string | null, after: readonly string[] | null): string {
  const first = firstParameter(accountId);
  const keys = place.key.map(({ sql }) => sql).join(', ');
  const shown = [
    ...place.key.map(({ sql }, at) => `(${sql})::text as key${at}`),
    ...place.columns.map(({ name, reading = name }) => `${reading} as "${name}"`),
    ...Object.entries(place.facts).map(([name, sql]) => `${sql} as "${name}"`),
  ];
  const conditions = [
    ...(accountId === null ? [] : ['account_id = $1']),
    `(${place.where})`,
    ...(after === null
      ? []
      : [`(${keys}) > (${place.key.map(({ type }, at) => `$${first + at}::${type}`).join(', ')})`]),
  ];
  return `select ${shown.join(', ')} from ${place.table} where ${conditions.join(' and ')} order by ${keys} limit ${batchRows}`;
}

/** Only if the row still has the values that were read: a change of somebody else is newer. */
function writing(
  place: EncryptedPlace,
  accountId: string | null,
  row: PlaceRow,
  values: Readonly<Record<string, unknown>>,
): [string, unknown[]] {
  const parameters: unknown[] = [];
  const first = firstParameter(accountId);
  const bound = (value: unknown) => `$${first + parameters.push(value) - 1}`;
  const columnOf = new Map(place.columns.map((column) => [column.name, column]));
  const set = Object.entries(values).map(([name, value]) => {
    const { writing: written = (parameter: string) => parameter } = columnOf.get(name) ?? {};
    return `${name} = ${written(bound(value))}`;
  });
  const isSame = Object.keys(values).flatMap((name) => {
    const column = columnOf.get(name);
    return column ? [`${column.reading ?? name} = ${bound(row[name])}`] : [];
  });
  const keys = place.key.map(({ sql, type }, at) => `${sql} = ${bound(row[`key${at}`])}::${type}`);
  const conditions = [...(accountId === null ? [] : ['account_id = $1']), ...keys, ...isSame];
  return [`update ${place.table} set ${set.join(', ')} where ${conditions.join(' and ')}`, parameters];
}

/** A value that cannot be decrypted stays as it is, and is counted. */
function renewalFor(database: Database, ring: KeyRing, accountId: string, onUnreadable: () => void): Renewal {
  const session = database.session(accountId === '' ? '0' : accountId);
  const orNull = <Value>(renew: () => Value | null): Value | null => {
    try {
      return renew();
    } catch {
      onUnreadable();
      return null;
    }
  };
  const text: Renewal['text'] = (sealed, about) => orNull(() => session.vault.renewed(sealed, about));
  return {
    text,
    inText: (stored, subject) => renewedText(session, text, stored, subject),
    member: (stored, subject, name) => renewedMember(session, text, stored, subject, name),
    digests: (stored, resource, id, name) => digestsOfStored(session, resource, id, name, stored),
    bytes: (sealed) =>
      orNull(() =>
        sealed[0] === ring.current().number ? null : sealedBytesOf(ring.current(), openedBytesOf(ring, sealed)),
      ),
  };
}
