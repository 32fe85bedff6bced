/** Which column of a file is which member: by the name of the member, by its label, or by words that files often have. */
import { columnNames, importables, namePathsOf } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { columnWords } from './column-words.ts';

/** The path of the member for each column of the file; null for a column that is left out. */
export type Matching = readonly (string | null)[];

/** Types and addresses of references say nothing that the id does not say. */
const isOffered = (path: string): boolean => !/\.(type|url)$/.test(path) && !path.endsWith('.*');

export const offeredPaths = (collection: ImportedCollection): readonly string[] => {
  const importable = importables[collection];
  // References by name first: people know names, not ids.
  const named = namePathsOf(importable);
  return [...new Set([...columnNames(importable).filter((path) => !named.includes(path)), ...named])].filter(isOffered);
};

/** The end of a path, below what only groups members. */
const beginnings = '^(firstEmployment\\.)?(firstJobPosition\\.)?';

/** Lower case, without accents and signs. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Candidate {
  readonly path: string;
  readonly names: readonly string[];
}

function candidatesOf(paths: readonly string[], labelsOf: (path: string) => readonly string[]): readonly Candidate[] {
  return paths.map((path) => {
    const known = columnWords.filter(([end]) => new RegExp(`${beginnings}${end.replaceAll('.', '\\.')}$`).test(path));
    return { path, names: [path, ...labelsOf(path), ...known.flatMap(([, own]) => own)].map(plain) };
  });
}

/** Every member at most once; a column whose name says nothing is left out. */
export function guessed(
  head: readonly string[],
  paths: readonly string[],
  labelsOf: (path: string) => readonly string[],
): Matching {
  const candidates = candidatesOf(paths, labelsOf);
  const taken = new Set<string>();
  const take = (name: string, fits: (known: string, given: string) => boolean): string | null => {
    const given = plain(name);
    const found = candidates.find(({ path, names }) => !taken.has(path) && names.some((known) => fits(known, given)));
    if (given === '' || !found) return null;
    taken.add(found.path);
    return found.path;
  };
  const exact = head.map((name) => take(name, (known, given) => known === given));
  // What begins alike, once everything that is named exactly is taken.
  return exact.map((path, index) => path ?? take(head[index] ?? '', isBeginning));
}

const isBeginning = (known: string, given: string): boolean =>
  given.startsWith(`${known} `) || (given.length > 3 && known.startsWith(`${given} `));
