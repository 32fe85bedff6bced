/**
 * Members that are encrypted in the database. The store encrypts their JSON text before it writes it and decrypts it
 * after it has read it. Code above the store sees only plain values, and everything below (rows, stored texts, the
 * outbox, events) holds the same encrypted text.
 *
 * Each value is bound to its account, type, id and member. In another row, member or account it does not decrypt. An
 * event contains the values of its row.
 *
 * Encrypted text is enclosed in markers that JSON text never contains, for the same reason as the marker of an address.
 */
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { events } from '@muster/contract/resources/events.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { versionType } from '@muster/contract/versions.ts';
import type { Session } from '../database/database.ts';
import type { OpenText, StoredText } from '../database/texts.ts';
import { rowMark } from './address.ts';
import { digestNameOf } from './columns.ts';
import { drawIds } from './draw-ids.ts';
import type { FilterTerm } from './filter.ts';
import type { Values } from './values.ts';

const sealMark = '\u0003';

const known = new WeakMap<Resource, readonly (readonly [string, Field])[]>();

function sealedFields(resource: Resource): readonly (readonly [string, Field])[] {
  const found = known.get(resource) ?? Object.entries(resource.fields).filter(([, { column }]) => column === 'sealed');
  known.set(resource, found);
  return found;
}

/** A new row with its encrypted members. They are bound to the row, so its id is drawn first, which may take a statement. */
export function sealedRow(session: Session, resource: Resource, values: Values): Values | Promise<Values> {
  if (values.id !== undefined || sealedFields(resource).length === 0) return sealedWithId(session, resource, values);
  return drawIds(session, resource, 1).then(([id]) => sealedWithId(session, resource, { ...values, id }));
}

/** The same for a row whose id was drawn already. */
export function sealedWithId(session: Session, resource: Resource, values: Values): Values {
  const fields = sealedFields(resource);
  if (fields.length === 0) return values;
  const fallbacks = Object.fromEntries(fields.map(([name, { fallback }]) => [name, fallback]));
  return sealedChanges(session, resource, values.id as string, { ...fallbacks, ...values });
}

/** Values to write, with encrypted members in their stored form; null stays null. */
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

/** For a list, the digests of its elements. */
function digestsOf(session: Session, resource: Resource, name: string, value: unknown): unknown {
  if (value === null) return null;
  return Array.isArray(value)
    ? value.map((element) => digestOf(session, resource, name, element))
    : digestOf(session, resource, name, String(value));
}

/** The digests that a stored value may have: more than one while the encryption key is exchanged. */
export const digestsFor = (
  { vault, accountId }: Session,
  { type }: Resource,
  name: string,
  value: string,
): readonly string[] => vault.digests(value, `${accountId}/${type}/${name}`);

const digestOf = ({ vault, accountId }: Session, { type }: Resource, name: string, value: string): string =>
  vault.digest(value, `${accountId}/${type}/${name}`);

/** Filters by encrypted members, with digests instead of values. */
export function digestedTerms(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
): readonly FilterTerm[] {
  return terms.map((term) => {
    if (term.how !== 'among' || !filtersOf(resource)[term.name]?.isDigested) return term;
    return { ...term, values: term.values.flatMap((value) => digestsFor(session, resource, term.name, value)) };
  });
}

/**
 * Decrypts one member of a row with this id; for code that reads columns instead of texts. Null: cannot be decrypted.
 */
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

type Holder = Pick<Session, 'accountId' | 'vault'>;

/** Encrypts a value again, which is bound to `about`; null: it needs nothing. */
export type Renew = (sealed: string, about: string) => string | null;

/** The encrypted members in a stored text, encrypted again; null: none needs it. `subject`: `type/id` of the resource. */
export function renewedText({ accountId }: Holder, renew: Renew, text: string, subject: string): string | null {
  let isChanged = false;
  const fresh = text.replace(sealedMember, (whole, name: string, sealed: string) => {
    const again = renew(sealed, `${accountId}/${subject}/${name}`);
    isChanged ||= again !== null;
    return again === null ? whole : `"${name}":${sealMark}${again}${sealMark}`;
  });
  return isChanged ? fresh : null;
}

/** The same for a member in a column of its own. */
export function renewedMember(
  { accountId }: Holder,
  renew: Renew,
  stored: string,
  subject: string,
  name: string,
): string | null {
  const again = renew(stored.replaceAll(sealMark, ''), `${accountId}/${subject}/${name}`);
  return again === null ? null : `${sealMark}${again}${sealMark}`;
}

/** The digests of a stored member with the current key. */
export const digestsOfStored = (
  session: Session,
  resource: Resource,
  id: string,
  name: string,
  stored: string,
): unknown => digestsOf(session, resource, name, openedMember(session, resource, id, name, stored));

type Opened<Row> = Row extends { readonly representation: StoredText }
  ? Omit<Row, 'representation'> & { readonly representation: OpenText }
  : Row;

/** A row with its decrypted text. */
export function opened<Row extends { readonly representation: StoredText } | null>(
  session: Session,
  row: Row,
): Opened<Row> {
  if (!row) return row as Opened<Row>;
  const text = openedText(session, row.representation);
  // A row without encrypted members is returned unchanged.
  return (textIn(row.representation) === text ? row : { ...row, representation: text }) as Opened<Row>;
}

/** Decrypts a text: of a row, or of the rows of a page, joined by row markers. */
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

/** The driver returns strings; the type of a stored text only ensures that no other file reads it. */
const textIn = (stored: StoredText): string => stored as unknown as string;

const sealedMember = new RegExp(`"(\\w+)":${sealMark}([\\w-]+)${sealMark}`, 'g');

/**
 * A member that cannot be decrypted, because of another key or a storage error, breaks neither its row nor the list: it
 * appears as not set, and `unreadable`, the last member, names it.
 */
function openedRow({ accountId, vault }: Session, text: string): string {
  const { subject, type, previous } = subjectOf(text);
  const unreadable: string[] = [];
  const open = text.replace(sealedMember, (_, name: string, sealed: string, at: number) => {
    const value = vault.openOrNull(sealed, `${accountId}/${subject}/${name}`);
    if (value === null) unreadable.push(pathOf(name, at, previous));
    return `"${name}":${value ?? neverGiven(type, name)}`;
  });
  return unreadable.length === 0 ? open : `${open},"unreadable":${JSON.stringify(unreadable)}`;
}

const neverGiven = (type: string, name: string): string =>
  JSON.stringify(resourceOf(type)?.fields[name]?.fallback ?? null);

/** In an event, members are below `data` or `previousAttributes`. */
const pathOf = (name: string, at: number, previous: Previous | null): string =>
  previous === null ? name : `${at < previous.at ? 'data' : previous.member}.${name}`;

/** Where the former values begin, or would begin. */
interface Previous {
  readonly at: number;
  readonly member: string;
}

/** The texts that show another resource in `data`, and the member with its former values. */
const previousMembers = new Map<string, string>([
  [events.type, 'previousAttributes'],
  [versionType, 'previousAttributes'],
  [historyEntries.type, 'previousData'],
]);

const head = /\{"id":"([\w-]+)","type":"([\w-]+)"/y;

interface Subject {
  readonly subject: string;
  readonly type: string;
  /** Null if the text shows no other resource. */
  readonly previous: Previous | null;
}

/** The subject of a text: itself, or its `data` if it shows another resource. Nothing before `data` comes from a client. */
function subjectOf(text: string): Subject {
  const { id, type } = headAt(text, 0);
  const member = previousMembers.get(type);
  if (member === undefined) return { subject: `${type}/${id}`, type, previous: null };
  const shown = headAt(text, text.indexOf('"data":') + '"data":'.length);
  const at = text.lastIndexOf(`,"${member}":{`);
  const previous = { at: at < 0 ? text.length : at, member };
  return { subject: `${shown.type}/${shown.id}`, type: shown.type, previous };
}

function headAt(text: string, at: number): { id: string; type: string } {
  head.lastIndex = at;
  const [, id = '', type = ''] = head.exec(text) ?? [];
  return { id, type };
}
