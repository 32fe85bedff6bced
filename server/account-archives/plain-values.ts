/**
 * Encrypted values of rows, decrypted for an archive and encrypted again by another installation. Both directions use the
 * places that a rotation of the key uses, so no place can be forgotten. In an archive, which is encrypted as a whole, a
 * plain value is in base64url, because stored texts find encrypted values by that form.
 */
import { encryptedPlaces, type Renewal } from '../keys/places.ts';
import type { Session } from '../platform/database/database.ts';
import { digestsOfStored, type Renew, renewedMember, renewedText } from '../platform/store/sealing.ts';
import type { ArchivedTable } from './archived-tables.ts';
import type { RowTexts } from './row-pages.ts';

type Holder = Pick<Session, 'accountId' | 'vault'>;

/** What a row needs next to its columns: names and SQL. */
export const factsOf = ({ name }: Pick<ArchivedTable, 'name'>): [string, string][] =>
  Object.entries(encryptedPlaces.find(({ table }) => table === name)?.facts ?? {});

/** Identifies the key that digests of secrets are made with, which only installations with the same keys share. */
export const secretsCheck = ({ vault }: Pick<Session, 'vault'>): string =>
  vault.fingerprint('archives of accounts').toString('base64url');

const encoded = (plain: string): string => Buffer.from(plain).toString('base64url');
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString();

/** `onUnreadable` is called for a member that cannot be decrypted, which becomes null. A secret that cannot be is an error. */
export function opening(holder: Holder, onUnreadable: () => void): Renewal {
  const orNull: Renew = (sealed, about) => {
    const plain = holder.vault.openOrNull(sealed, about);
    if (plain === null) onUnreadable();
    return encoded(plain ?? 'null');
  };
  return {
    text: (sealed, about) => encoded(holder.vault.open(sealed, about)),
    inText: (text, subject) => renewedText(holder, orNull, text, subject),
    member: (stored, subject, name) => renewedMember(holder, orNull, stored, subject, name),
    digests: () => null,
    bytes: notOfAccounts,
  };
}

export function sealing(session: Session): Renewal {
  const { vault } = session;
  const seal: Renew = (text, about) => vault.seal(decoded(text), about);
  const reading: Session = { ...session, vault: { ...vault, openOrNull: decoded } };
  return {
    text: seal,
    inText: (text, subject) => renewedText(session, seal, text, subject),
    member: (stored, subject, name) => renewedMember(session, seal, stored, subject, name),
    digests: (stored, resource, id, name) => digestsOfStored(reading, resource, id, name, stored),
    bytes: notOfAccounts,
  };
}

function notOfAccounts(): never {
  throw new Error('Keys of the installation are in no archive.');
}

/** The row with its encrypted values changed. */
export function withValues(
  table: ArchivedTable,
  texts: RowTexts,
  renewal: Renewal,
  accountId: string,
  factOf: (name: string, text: string | null) => string | null = (_, text) => text,
): RowTexts {
  const place = encryptedPlaces.find((one) => one.table === table.name);
  if (!place) return texts;
  const names = table.columns.map(({ name }) => name);
  const facts = factsOf(table).map(([name], at) => [name, factOf(name, texts[names.length + at] ?? null)]);
  const row = {
    ...Object.fromEntries(names.map((name, at) => [name, texts[at] ?? null])),
    ...Object.fromEntries(facts),
  };
  if (!place.columns.some(({ name }) => row[name] !== null)) return texts;
  const changed = place.renewed(row, renewal, accountId);
  const next = [...texts];
  for (const [name, value] of Object.entries(changed)) next[names.indexOf(name)] = textOf(value);
  return next;
}

/** Digests of a list are an array. */
const textOf = (value: unknown): string | null =>
  value === null ? null : Array.isArray(value) ? `{${value.join(',')}}` : String(value);
