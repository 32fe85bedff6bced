/** The names that follow from the type of a resource, and the names that are not allowed. */
import { collectionOf } from '@muster/contract/kit/collection.ts';

export interface Names {
  /** `parking-space`: in responses and events. */
  readonly type: string;
  /** `parking-spaces`: its collection, its file and its scopes. */
  readonly path: string;
  /** `parkingSpaces`: in code. */
  readonly key: string;
  /** `parking_spaces`: its table. */
  readonly table: string;
  /** `parking spaces`: in a sentence. */
  readonly words: string;
}

export function namesOf(type: string): Names {
  const path = collectionOf(type);
  return {
    type,
    path,
    key: path.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    table: path.replaceAll('-', '_'),
    words: path.replaceAll('-', ' '),
  };
}

/** PostgreSQL cuts names at 63 bytes; the longest name derived from a table adds 22. */
const typeLengthMax = 40;

/** Keywords of TypeScript and SQL, and names in the file that lists every resource: no collection can have them. */
const reserved = ['class', 'cross', 'extends', 'implements', 'references', 'resources', 'this', 'values'];

/** Why a resource cannot have this name; null if it can. */
export function mistakeIn(type: string): string | null {
  if (!/^[a-z]+(-[a-z]+)*$/.test(type)) {
    return `"${type}" is not a name for a resource. Use lower-case letters with hyphens between words, as in parking-space.`;
  }
  if (type.length < 3 || type.length > typeLengthMax) {
    return `"${type}" has ${type.length} letters. A name has from 3 to ${typeLengthMax}.`;
  }
  if (/[^sui]s$/.test(type)) return `"${type}" looks like a plural. Give the name of one, as in parking-space.`;
  const { path } = namesOf(type);
  return reserved.includes(path) ? `"${type}" cannot be used: "${path}" is a reserved word.` : null;
}
