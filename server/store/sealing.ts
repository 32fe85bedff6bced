/**
 * Members that are unreadable in the database. The store seals their JSON text before it is bound and opens it after it
 * is read, so nothing above the store sees a sealed value, and nothing below it an open one: rows, their stored texts,
 * the outbox and events hold the same sealed text.
 *
 * Each value is sealed about its place: account, type, id and member. In another row, under another name or in another
 * account it does not open. An event shows the values of the row that it tells of.
 *
 * Sealed text stands between marks that JSON text never contains, for the same reason as the mark of an address.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { events } from '@muster/contract/resources/events.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { OpenText, StoredText } from '../database/texts.ts';
import { rowMark } from './address.ts';
import { digestNameOf, tableOf } from './columns.ts';
import type { FilterTerm } from './filter.ts';
import type { Values } from './values.ts';

const sealMark = '\u0003';

const known = new WeakMap<Resource, readonly (readonly [string, Field])[]>();

function sealedFields(resource: Resource): readonly (readonly [string, Field])[] {
  const found = known.get(resource) ?? Object.entries(resource.fields).filter(([, { column }]) => column === 'sealed');
  known.set(resource, found);
  return found;
}

/** A new row with its sealed members as they are stored. They name the row, so its id is drawn beforehand. */
export async function sealedRow(session: Session, resource: Resource, values: Values): Promise<Values> {
  const fields = sealedFields(resource);
  if (fields.length === 0) return values;
  const fallbacks = Object.fromEntries(fields.map(([name, { fallback }]) => [name, fallback]));
  const id = (values.id as string | undefined) ?? (await nextId(session, resource));
  return sealedChanges(session, resource, id, { ...fallbacks, ...values, id });
}

async function nextId(session: Session, resource: Resource): Promise<string | undefined> {
  const drawn = statement(`select nextval('${tableOf(resource)}_id_seq')::text as id where $1::bigint is not null`);
  const [row] = await session.run<{ id: string }>(drawn);
  return row?.id;
}

/** Values to write with the sealed ones among them as they are stored; null stays null. */
export function sealedChanges(session: Session, resource: Resource, id: string | undefined, values: Values): Values {
  const fields = sealedFields(resource).filter(([name]) => values[name] !== undefined);
  if (fields.length === 0) return values;
  const { accountId, vault } = session;
  const stored = fields.flatMap(([name, field]): [string, unknown][] => {
    const value = values[name];
    const text = vault.seal(JSON.stringify(value), `${accountId}/${resource.type}/${id}/${name}`);
    const sealed: [string, unknown] = [name, value === null ? null : `${sealMark}${text}${sealMark}`];
    return field.isDigested ? [sealed, [digestNameOf(name), digestsOf(session, resource, name, value)]] : [sealed];
  });
  return { ...values, ...Object.fromEntries(stored) };
}

/** Of a list, the digests of its elements. */
function digestsOf(session: Session, resource: Resource, name: string, value: unknown): unknown {
  if (value === null) return null;
  return Array.isArray(value)
    ? value.map((element) => digestOf(session, resource, name, element))
    : digestOf(session, resource, name, String(value));
}

export const digestOf = ({ vault, accountId }: Session, { type }: Resource, name: string, value: string): string =>
  vault.digest(value, `${accountId}/${type}/${name}`);

/** Filters by sealed members, with digests in the place of their values. */
export function digestedTerms(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
): readonly FilterTerm[] {
  return terms.map((term) => {
    if (term.how !== 'among' || !filtersOf(resource)[term.name]?.isDigested) return term;
    return { ...term, values: term.values.map((value) => digestOf(session, resource, term.name, value)) };
  });
}

/** One member as it is stored in a row of this id, open; for who reads columns instead of texts. Null: unreadable. */
export function openedMember(
  { accountId, vault }: Session,
  { type }: Resource,
  id: string,
  name: string,
  stored: string,
): unknown {
  const text = vault.openOrNull(stored.replaceAll(sealMark, ''), `${accountId}/${type}/${id}/${name}`);
  return text === null ? null : JSON.parse(text);
}

type Opened<Row> = Row extends { readonly representation: StoredText }
  ? Omit<Row, 'representation'> & { readonly representation: OpenText }
  : Row;

/** A row with its text open. */
export function opened<Row extends { readonly representation: StoredText } | null>(
  session: Session,
  row: Row,
): Opened<Row> {
  if (!row) return row as Opened<Row>;
  const text = openedText(session, row.representation);
  // A row without encrypted members stays the object that it is.
  return (textIn(row.representation) === text ? row : { ...row, representation: text }) as Opened<Row>;
}

/** The same for a text alone: of a row, or of the rows of a page, joined by row marks. */
export function openedText(session: Session, stored: StoredText): OpenText {
  const text = textIn(stored);
  const open = text.includes(sealMark)
    ? text
        .split(rowMark)
        .map((row) => openedRow(session, row))
        .join(rowMark)
    : text;
  return open as OpenText;
}

/** The driver hands out strings; the type of a stored text says only that nobody but this file looks into it. */
const textIn = (stored: StoredText): string => stored as unknown as string;

const sealedMember = new RegExp(`"(\\w+)":${sealMark}([\\w-]+)${sealMark}`, 'g');

/**
 * A member that does not open, since another key or a fault of the storage has spoilt it, spoils neither its row nor the
 * list: it stands as if it had never been given, and `unreadable`, the last member, names it.
 */
function openedRow({ accountId, vault }: Session, text: string): string {
  const { subject, type, previousAt } = subjectOf(text);
  const unreadable: string[] = [];
  const open = text.replace(sealedMember, (_, name: string, sealed: string, at: number) => {
    const value = vault.openOrNull(sealed, `${accountId}/${subject}/${name}`);
    if (value === null) unreadable.push(pathOf(name, at, previousAt));
    return `"${name}":${value ?? neverGiven(type, name)}`;
  });
  return unreadable.length === 0 ? open : `${open},"unreadable":${JSON.stringify(unreadable)}`;
}

const neverGiven = (type: string, name: string): string =>
  JSON.stringify(resourceOf(type)?.fields[name]?.fallback ?? null);

/** In an event, members stand below `data` or `previousAttributes`. */
const pathOf = (name: string, at: number, previousAt: number | null): string =>
  previousAt === null ? name : `${at < previousAt ? 'data' : 'previousAttributes'}.${name}`;

const head = /\{"id":"([\w-]+)","type":"([\w-]+)"/y;

interface Subject {
  readonly subject: string;
  readonly type: string;
  /** Of an event, where the former values begin, or where they would; else null. */
  readonly previousAt: number | null;
}

/** What a text tells of: itself, or what its `data` shows if it is an event. Nothing before `data` is a client's. */
function subjectOf(text: string): Subject {
  const { id, type } = headAt(text, 0);
  if (type !== events.type) return { subject: `${type}/${id}`, type, previousAt: null };
  const shown = headAt(text, text.indexOf('"data":') + '"data":'.length);
  const at = text.lastIndexOf(',"previousAttributes":{');
  return { subject: `${shown.type}/${shown.id}`, type: shown.type, previousAt: at < 0 ? text.length : at };
}

function headAt(text: string, at: number): { id: string; type: string } {
  head.lastIndex = at;
  const [, id = '', type = ''] = head.exec(text) ?? [];
  return { id, type };
}
