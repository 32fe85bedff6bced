/**
 * The entries of a resource in files that list every resource. An entry is added to the end of its list. It is found
 * again by its beginning, so an entry that was edited since is removed too.
 */
import { exampleName } from './files.ts';
import type { Names } from './names.ts';
import { places } from './places.ts';

export interface Entry {
  readonly file: string;
  /** The line that opens the list; `null`: the entry is an import and follows the others. */
  readonly opens: string | null;
  /** The beginning of the entry, unique in the list. */
  readonly begins: string;
  readonly text: string;
}

const keyOf = (name: string): string => (name.includes('-') ? `'${name}'` : name);

const importOf = (file: string, name: string, from: string): Entry => {
  const text = `import { ${name} } from '${places.importOf(from)}';`;
  return { file, opens: null, begins: text, text };
};

export function entriesOf(names: Names): Entry[] {
  const { key, path, words } = names;
  const scope = keyOf(path);
  return [
    importOf(places.resources, key, places.declaration(names)),
    { file: places.resources, opens: 'export const resources = {', begins: `${key},`, text: `${key},` },
    {
      file: places.scopes,
      opens: 'export const scopeFamilies = {',
      begins: `${scope}:`,
      text: `${scope}: { covers: '${words}', readonly: 'low', readwrite: 'medium' },`,
    },
    importOf(places.examples, exampleName(names), places.example(names)),
    {
      file: places.examples,
      opens: 'export const examplesAt = ',
      begins: `${key}:`,
      text: `${key}: ${exampleName(names)},`,
    },
    {
      file: places.sandboxMembers,
      opens: 'export const treatments = {',
      begins: `${key}:`,
      text: `${key}: { ...kept('id', 'name', 'remoteId', 't9n'), ...archival, ...keptMoments },`,
    },
    {
      file: places.sandboxTables,
      opens: 'export const copiedTables: ',
      begins: `copied('${key}'`,
      text: `copied('${key}'),`,
    },
    ...places.consoleScopes.map((file) => ({
      file,
      opens: '  families: {',
      begins: `${scope}:`,
      text: `${scope}: '${words}',`,
    })),
  ];
}

/** The text with the entry at the end of its list. */
export function withEntry(text: string, { file, opens, text: added }: Entry): string {
  const lines = text.split('\n');
  if (opens === null) {
    const last = lines.findLastIndex((line) => /^import .*;$|^\} from /.test(line));
    return [...lines.slice(0, last + 1), added, ...lines.slice(last + 1)].join('\n');
  }
  const [start, end] = listIn(lines, file, opens);
  const indent = `${indentOf(lines[start] ?? '')}  `;
  return [...lines.slice(0, end), indent + added, ...lines.slice(end)].join('\n');
}

/** The text without the entry; the same text if there is none. */
export function withoutEntry(text: string, { file, opens, begins }: Entry): string {
  const lines = text.split('\n');
  const [start, end] = opens === null ? [-1, lines.length] : listIn(lines, file, opens);
  const indent = opens === null ? '' : `${indentOf(lines[start] ?? '')}  `;
  const found = lines.findIndex(
    (line, index) => index > start && index < end && line.startsWith(indent + begins) && indentOf(line) === indent,
  );
  if (found === -1) return text;
  return [...lines.slice(0, found), ...lines.slice(entryEnd(lines, found))].join('\n');
}

const indentOf = (line: string): string => /^ */.exec(line)?.[0] ?? '';

/** The first and the last line of a list. */
function listIn(lines: readonly string[], file: string, opens: string): [start: number, end: number] {
  const start = lines.findIndex((line) => line.startsWith(opens));
  const indent = indentOf(lines[start] ?? '');
  const end = lines.findIndex((line, index) => index > start && indentOf(line) === indent && /^ *[}\]]/.test(line));
  if (start === -1 || end === -1) throw new Error(`${file} has no list that begins with "${opens}".`);
  return [start, end];
}

/** The line after an entry that begins at `first`: an entry of several lines ends where its brackets close. */
function entryEnd(lines: readonly string[], first: number): number {
  let open = 0;
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    open += (line.match(/[{[(]/g)?.length ?? 0) - (line.match(/[}\])]/g)?.length ?? 0);
    if (open <= 0) return index + 1;
  }
  return lines.length;
}
