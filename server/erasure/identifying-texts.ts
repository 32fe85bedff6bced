/**
 * Texts by which a person can be recognized where no id tells, present and former: logs are searched for them. Full
 * names, addresses, numbers, and anything that looks like an identifier. A given name, a family name or a title alone is
 * left out: too many people share it.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { tableOf } from '../platform/store/columns.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import { storedText } from '../platform/store/stored-text.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { personColumn, personFamilies } from './person-families.ts';

const states = statement(
  [
    ...personFamilies.map(
      (
        family,
      ) => `select id::text as id, '0' as revision, ${storedText(family, 'own')} as representation from ${tableOf(family)} as own
where account_id = $1 and ${personColumn(family)} = $2::bigint`,
    ),
    ...['former', 'last_state'].map(
      (column) => `select data_id, '0', ${column} from versions
where account_id = $1 and owner_id = $2::bigint and ${column} is not null`,
    ),
  ].join('\nunion all\n'),
);

/** Shorter texts occur by accident; a whole name does not. */
export const lengthMin = 6;

export async function textsOfPerson(session: Session, employeeId: string): Promise<string[]> {
  const found = new Set<string>();
  for (const state of await session.run<StoredRow>(states, [employeeId])) {
    const { id: _id, url: _url, type, ...members } = parsed(opened(session, state), '');
    if (type === employees.type) for (const text of [...namesOf(members), ...numbersOf(members)]) found.add(text);
    for (const leaf of leavesOf(members)) for (const text of identifiersIn(leaf)) found.add(text);
  }
  return [...found];
}

function namesOf({ givenName, familyName }: JsonObject): string[] {
  if (typeof givenName !== 'string' || typeof familyName !== 'string') return [];
  return [`${givenName} ${familyName}`, `${familyName} ${givenName}`, `${familyName}, ${givenName}`];
}

const numbersOf = ({ email, phoneNumber, employeeNumber, remoteId }: JsonObject): string[] =>
  [email, phoneNumber, employeeNumber, remoteId].filter(
    (text): text is string => typeof text === 'string' && text.length >= lengthMin,
  );

/** Every text in it, except references: their ids stay. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { id, type, url } = value as JsonObject;
  const isReference = id !== undefined && type !== undefined && url !== undefined;
  return isReference ? [] : Object.values(value).flatMap(leavesOf);
}

const identifierMin = 8;

/** Letters and digits mixed, or many digits: the number of an account, of a passport, of another system. Not a date. */
function identifiersIn(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= identifierMin);
  return [
    ...words.filter((word) => (isMixed(word) ? !/^\d{8}T/.test(word) : /^\d+$/.test(word))),
    ...text.split(/[\s,;()<>"]+/).filter(isWrittenTogether),
  ];
}

const isMixed = (word: string): boolean => /\p{L}/u.test(word) && /\p{N}/u.test(word);

/** Numbers with signs in them, such as DE-4711-B, and addresses of mail. Not a moment. */
const isWrittenTogether = (word: string): boolean =>
  word.length >= identifierMin && (/.@./.test(word) || (isMixed(word) && !/^\d{4}-\d\d-\d\d(T|$)/.test(word)));
