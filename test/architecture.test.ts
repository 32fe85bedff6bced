/**
 * Rules that a compiler does not check: which part may import which, and what code may occur where. If a rule is in the
 * way, change it here first, deliberately.
 */
import { dirname } from 'node:path';
import { administration } from '@muster/contract/administration.ts';
import { resources } from '@muster/contract/resources.ts';
import { expect, test } from 'vitest';
import { encryptingFiles } from '../server/keys/places.ts';
import { tableOf } from '../server/platform/store/columns.ts';
import { cyclesIn } from './support/import-cycles.ts';
import { mayImport } from './support/import-table.ts';
import { tablesAndColumnsIn, typesIn } from './support/names-of-resources.ts';
import { codeOf, type Import, importsOf, type Source, sources } from './support/sources.ts';

const parts = Object.keys(mayImport).sort((one, other) => other.length - one.length);

/** The part of a file: the longest name in the table that is a prefix of its path. */
function partOf(file: string): string {
  const path = file.replace(/\.tsx?$/, '');
  return parts.find((name) => path === name || path.startsWith(`${name}/`)) ?? dirname(path);
}

const isTest = ({ file }: Source): boolean => /\.test\.ts$|^test\//.test(file);
const product = sources.filter(
  (source) => !isTest(source) && /^(contract|client|cli|console|demo|server)\//.test(source.file),
);

const isOurs = ({ target }: Import): boolean =>
  /^(contract|client|cli|console|demo|server|tools|bench|test)\//.test(target);

/** The entries of the table that allow an import; the entry for types comes first. */
function entriesFor(part: string, { target, isTypeOnly }: Import): string[] {
  const other = partOf(target);
  // A part that may import the contract may import all of it; only the contract distinguishes its parts.
  const names = !part.startsWith('contract') && other.startsWith('contract/') ? [other, 'contract'] : [other];
  return names.flatMap((name) => (isTypeOnly ? [`type ${name}`, name] : [name]));
}

const isAllowed = (part: string, one: Import): boolean =>
  part === partOf(one.target) || entriesFor(part, one).some((entry) => mayImport[part]?.includes(entry));

const violations = (from: readonly Source[], breaks: (source: Source) => readonly string[]): string[] =>
  from.flatMap((source) => breaks(source).map((what) => `${source.file}: ${what}`));

test('each part imports only what lies below it', () => {
  const strangers = violations(product, (source) =>
    importsOf(source)
      .filter((one) => isOurs(one) && !isAllowed(partOf(source.file), one))
      .map(({ target }) => target),
  );
  expect(strangers, 'move the code, or change the table').toEqual([]);
});

test('each entry of the table is used', () => {
  const used = new Set(
    product.flatMap((source) => {
      const part = partOf(source.file);
      return importsOf(source).flatMap((one) =>
        entriesFor(part, one)
          // An entry that only type imports use must be an entry for types.
          .filter((entry) => entry.startsWith('type ') === one.isTypeOnly)
          .map((entry) => `${part}: ${entry}`),
      );
    }),
  );
  const entries = Object.entries(mayImport).flatMap(([part, names]) => names.map((name) => `${part}: ${name}`));
  expect(entries.filter((entry) => !used.has(entry))).toEqual([]);
  expect(entries.length).toBe(new Set(entries).size);
});

test('the server does not know the demo: its entry point alone passes it in', () => {
  const server = sources.filter(({ file }) => file.startsWith('server/') && file !== 'server/main.ts');
  const known = violations(server, (source) =>
    importsOf(source).flatMap(({ target }) => (target.startsWith('demo/') ? [target] : [])),
  );
  expect(known).toEqual([]);
});

test('no part of the product imports tests, tools or the bench', () => {
  const strangers = violations(product, (source) =>
    importsOf(source).flatMap(({ target }) => (/^(tools|bench|test)\//.test(target) ? [target] : [])),
  );
  expect(strangers).toEqual([]);
});

test('imports form no cycle', () => {
  // Type imports and dynamic imports count too: to understand one file of a cycle, one has to read them all.
  const imports = new Map(sources.map((source) => [source.file, importsOf(source).map(({ target }) => target)]));
  const cycles = cyclesIn(imports).map((files) => files.join(' → '));
  expect(cycles, 'move what they share into a file of its own').toEqual([]);
});

test('a cycle is found and named', () => {
  const imports = { a: ['b', 'd'], b: ['c'], c: ['d', 'b'], d: [] };
  expect(cyclesIn(new Map(Object.entries(imports)))).toEqual([['b', 'c', 'b']]);
});

test('the contract can be loaded by a browser: it imports nothing but itself', () => {
  const contract = product.filter(({ file }) => file.startsWith('contract/'));
  const strangers = violations(contract, (source) =>
    importsOf(source).flatMap(({ target }) => (target.startsWith('contract/') ? [] : [target])),
  );
  expect(strangers).toEqual([]);
});

test('only server/platform/database speaks to PostgreSQL', () => {
  const elsewhere = product.filter(({ file }) => !file.startsWith('server/platform/database/'));
  expect(
    violations(elsewhere, (source) => importsOf(source).flatMap(({ target }) => (target === 'pg' ? ['pg'] : []))),
  ).toEqual([]);
});

test('only the roots read the environment', () => {
  const others = product.filter(({ file }) => !['server/main.ts', 'cli/main.ts'].includes(file));
  expect(violations(others, (source) => codeOf(source).match(/process\.env\b/g) ?? [])).toEqual([]);
});

/** Tables that are also read as a resource, and the modules that own them: events are published, and expire. */
const owners: Readonly<Record<string, RegExp>> = {
  events: /^server\/(events|worker)\//,
  // Several modules share it, each with its own columns.
  account_settings: /^server\/(people|webhooks|leaves|admin\/settings)\//,
  audit_entries: /^server\/worker\//,
};

/** In addition to the writers of changes: those that copy, remove or encrypt again whole accounts, which record no change. */
const writers = ['platform/store/write', 'platform/store/write-many', 'platform/store/copying']
  .concat('admin/sandboxes/remove-rows', 'account-archives/row-pages', 'keys/renew-rows')
  .map((name) => `server/${name}.ts`);

test('resource tables are written by server/platform/store/write.ts and its set form alone, but for whole accounts', () => {
  const tables = Object.values({ ...resources, ...administration }).map(tableOf);
  // A computed name may be any table.
  const writing = new RegExp(`\\b(?:insert into|update|delete from)\\s+((?:${tables.join('|')})\\b|\\$\\{)`, 'gi');
  const others = product.filter(({ file }) => !writers.includes(file));
  const written = violations(others, (source) =>
    [...codeOf(source).matchAll(writing)].flatMap(([text, table = '']) =>
      owners[table]?.test(source.file) ? [] : [text],
    ),
  );
  expect(written).toEqual([]);
});

test('only the store says of a text that it is open', () => {
  // The first decrypts what was read; the second writes, cuts and joins texts that are already decrypted.
  const makers = ['server/platform/store/sealing.ts', 'server/platform/store/address.ts'];
  const claims = /\bas (?:unknown as )?(?:OpenText|StoredText)\b|\bas unknown as (?:StoredRow|Page)\b/g;
  const others = product.filter(({ file }) => !makers.includes(file));
  expect(violations(others, (source) => codeOf(source).match(claims) ?? [])).toEqual([]);
});

test('a rotation of the encryption key knows every file that encrypts', () => {
  const encrypts = /\bvault\.seal\(|\bsealedBytesOf\(/;
  const found = product.filter(({ file }) => file.startsWith('server/') && !file.startsWith('server/keys/'));
  const files = found.filter((source) => encrypts.test(codeOf(source)));
  expect(files.map(({ file }) => file).sort()).toEqual(encryptingFiles);
});

/** Files that read stored texts with their own statements. The compiler makes sure that each decrypts them. */
const readers = [
  'server/attributes/system-values.ts',
  'server/attributes/value-sources.ts',
  'server/erasure/counted.ts',
  'server/erasure/files-of-person.ts',
  'server/erasure/identifying-texts.ts',
  'server/erasure/remove-person.ts',
  'server/imports/import-batch.ts',
  'server/leaves/decisions.ts',
  'server/leaves/requests.ts',
  'server/people/records.ts',
  'server/webhooks/claim.ts',
];

/** They write the text of an event, and read none. */
const writersOfEvents = [
  'server/events/reduced.ts',
  'server/events/erased.ts',
  'server/events/ping.ts',
  'server/events/publish.ts',
  'server/attributes/base-schemas.ts',
];

test('no other part reads stored texts, and none of them as strings', () => {
  const others = product.filter(
    ({ file }) =>
      file.startsWith('server/') && !/^server\/(platform\/store|http)\//.test(file) && !writersOfEvents.includes(file),
  );
  const inSql = /`[^`]*\bselect\b[^`]*\brepresentation\b[^`]*`/i;
  const reading = others.filter((source) => inSql.test(codeOf(source)));
  expect(reading.map(({ file }) => file).filter((file) => !readers.includes(file))).toEqual([]);
  const asString = /\b(?:representations?|event|data|previousAttributes)\??: string\b/g;
  expect(
    violations(
      others.filter(({ file }) => readers.includes(file)),
      (source) => codeOf(source).match(asString) ?? [],
    ),
  ).toEqual([]);
});

test('generic code names no single resource', () => {
  const general = product.filter(({ file }) =>
    /^(contract\/(kit|openapi)|server\/(platform\/(store|verbs)|http))(\/|\.ts)/.test(file),
  );
  expect(violations(general, (source) => typesIn(codeOf(source)))).toEqual([]);
});

test('the platform names no table and no column of a single resource', () => {
  const platform = product.filter(({ file }) => /^server\/(platform|http)\//.test(file));
  const named = violations(platform, (source) => tablesAndColumnsIn(codeOf(source)));
  expect(named, 'read the name from the declaration').toEqual([]);
});

const linesMax = 300;
const functionLinesMax = 60;

test(`no file has more than ${linesMax} lines`, () => {
  expect(violations(sources, ({ lines }) => (lines.length > linesMax ? [`${lines.length} lines`] : []))).toEqual([]);
});

test(`no function has more than ${functionLinesMax} lines`, () => {
  expect(
    violations(
      sources.filter((source) => !isTest(source)),
      longFunctions,
    ),
  ).toEqual([]);
});

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A function starts on a line with its signature and ends at the brace in the same column; the formatter guarantees it.
 */
function functionsIn({ lines }: Source): Span[] {
  return lines.flatMap((line, start) => {
    const [, indent] = /^(\s*).*(?:\bfunction\b.*|=>|\)(?:: [^=]+)?) \{$/.exec(line) ?? [];
    if (indent === undefined || /^\s*(?:\} )?(?:if|else|for|while|switch|catch)\b/.test(line)) return [];
    return [{ start, end: lines.findIndex((other, index) => index > start && other.startsWith(`${indent}}`)) }];
  });
}

/** Lines of nested functions do not count for the outer one. */
function longFunctions(source: Source): string[] {
  const spans = functionsIn(source);
  return spans.flatMap(({ start, end }) => {
    const inner = spans.filter((other) => other.start > start && other.end < end);
    const isOuter = (line: number) => !inner.some((other) => line > other.start && line < other.end);
    const own = Array.from({ length: end - start + 1 }, (_, index) => start + index).filter(isOuter).length;
    return own > functionLinesMax ? [`line ${start + 1}, ${own} lines`] : [];
  });
}

test('names say what a file is about', () => {
  const empty = /(^|\/)(utils?|helpers?|common|shared|lib|core)(\/|\.|$)/;
  expect(sources.map(({ file }) => file).filter((file) => empty.test(file))).toEqual([]);
});

test('nothing is exported by default', () => {
  // The bundler requires it for its configuration.
  const ours = sources.filter(({ file }) => file !== 'console/vite.config.ts');
  expect(violations(ours, (source) => codeOf(source).match(/^export default\b/gm) ?? [])).toEqual([]);
});

/** A comment on the line, directly above it, or above the line on which the expression begins. */
const hasReason = (lines: readonly string[], index: number): boolean =>
  /\s\/\/ \S/.test(lines[index] ?? '') ||
  [index - 1, index - 2].some((above) => /^\s*(?:\/\/ |\/?\*)|\*\/$/.test(lines[above] ?? ''));

test('a cast that the compiler would refuse has a reason', () => {
  const silent = violations(sources, ({ lines }) =>
    lines.flatMap((line, index) =>
      /\bas (?:unknown as|never\b)/.test(
        line.replace(/\/\/.*|^\s*\*.*/g, '').replace(/'[^']*'|`[^`]*`|\/[^/]+\//g, ''),
      ) && !hasReason(lines, index)
        ? [`line ${index + 1}`]
        : [],
    ),
  );
  expect(silent, 'say why it holds, or find a type that needs no cast').toEqual([]);
});

test('any has a reason', () => {
  const untyped = violations(sources, ({ lines }) =>
    lines.flatMap((line, index) =>
      /(?::|\bas|<|,|=) ?any\b(?=[\s[\]>,;)=]|$)/.test(
        line.replace(/\/\*.*?\*\/|\/\/.*|^\s*\*.*/g, '').replace(/'[^']*'|"[^"]*"|`[^`]*`/g, ''),
      ) && !/biome-ignore lint\/suspicious\/noExplicitAny: \S/.test(lines[index - 1] ?? '')
        ? [`line ${index + 1}`]
        : [],
    ),
  );
  expect(untyped).toEqual([]);
});
