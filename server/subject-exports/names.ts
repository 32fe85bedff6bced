/** Names of what rows refer to: a person reads names, not ids. */
import { isConfidential } from '@muster/contract/kit/confidential.ts';
import type { Language } from '@muster/contract/languages.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Session } from '../platform/database/database.ts';
import { findSome } from '../platform/store/read.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { parsed } from '../platform/verbs/standard.ts';

export interface Reference {
  readonly id: string;
  readonly type: string;
}

export interface Names {
  /** Reads the names of everything that these rows refer to. */
  load(rows: readonly unknown[]): Promise<void>;
  /** Undefined for what has no name, or is gone. */
  of(reference: Reference): string | undefined;
}

/** More are read again when they are met again: memory stays flat. */
const namesMax = 5000;

export const isReference = (value: unknown): value is Reference =>
  isObject(value) && typeof value.id === 'string' && typeof value.type === 'string';

export function namesFor(session: Session, language: Language): Names {
  const known = new Map<string, string | undefined>();
  const keyOf = ({ type, id }: Reference) => `${type} ${id}`;

  async function loadType(type: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) known.set(keyOf({ type, id }), undefined);
    const resource = resourceOf(type);
    // What is confidential is encrypted in its row, and is nobody's name.
    if (!resource || isConfidential(resource)) return;
    for (const row of await findSome(session, resource, ids, [])) {
      known.set(keyOf({ type, id: row.id }), nameIn(parsed(row, ''), language));
    }
  }

  return {
    async load(rows) {
      if (known.size > namesMax) known.clear();
      const met = new Map<string, Set<string>>();
      for (const row of rows) collect(row, met);
      for (const [type, ids] of met) {
        const missing = [...ids].filter((id) => !known.has(keyOf({ type, id })));
        if (missing.length > 0) await loadType(type, missing);
      }
    },
    of: (reference) => known.get(keyOf(reference)),
  };
}

function collect(value: unknown, met: Map<string, Set<string>>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, met);
    return;
  }
  if (!isObject(value)) return;
  if (isReference(value)) met.set(value.type, (met.get(value.type) ?? new Set()).add(value.id));
  for (const one of Object.values(value)) if (typeof one === 'object') collect(one, met);
}

/** The member that people call it by, in their language if it is translated; otherwise its period. */
function nameIn(row: JsonObject, language: Language): string | undefined {
  if (typeof row.familyName === 'string') return `${String(row.givenName)} ${row.familyName}`;
  for (const member of ['legalName', 'name', 'title', 'jobTitle']) {
    const text = row[member];
    if (typeof text === 'string') return translationOf(row, member, language) ?? text;
  }
  const from = row.startsOn ?? dateIn(row.start);
  if (typeof from !== 'string') return undefined;
  const to = row.endsOn ?? dateIn(row.end);
  return typeof to === 'string' ? `${from} – ${to}` : `${from} –`;
}

const dateIn = (day: unknown): unknown => (isObject(day) ? day.date : undefined);

function translationOf({ t9n }: JsonObject, member: string, language: Language): string | undefined {
  const translations = isObject(t9n) ? t9n[member] : undefined;
  const text = isObject(translations) ? translations[language] : undefined;
  return typeof text === 'string' ? text : undefined;
}
