/** Migrations that run while nodes of the former release serve requests must not take anything from them. */
import { expect, test } from 'vitest';
import { type Migration, migrationFiles, misfitOf } from '../server/platform/database/migration-files.ts';

/** Migrations before this one ran while no node was there. */
const firstOfTwoKinds = '0085';

/** Statements after which a release that does not know them would fail. */
const removals: readonly [string, RegExp][] = [
  ['removes something', /\bdrop\s+(table|column|view|function|type|sequence|schema)\b/],
  ['renames something', /\brename\b/],
  ['changes the type of a column', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/],
  ['forbids null', /\bset\s+not\s+null\b/],
  ['adds a column that an insert must give', /\badd\s+column\s+(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/],
];

const reasonsIn = (text: string): string[] => {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase();
  return removals.filter(([, form]) => form.test(statements)).map(([reason]) => reason);
};

test('a migration that takes something from the former release is a contract migration', async () => {
  const wrong = (await migrationFiles())
    .filter(({ name, kind }) => name >= firstOfTwoKinds && kind === 'expand')
    .flatMap(({ name, text }) =>
      reasonsIn(text).map((reason) => `${name} ${reason}: begin it with "-- Kind: contract"`),
    );
  expect(wrong).toEqual([]);
});

test.each([
  ['alter table a drop column b', 'removes something'],
  ['drop table a', 'removes something'],
  ['alter table a rename column b to c', 'renames something'],
  ['alter table a alter column b type text', 'changes the type of a column'],
  ['alter table a alter column b set not null', 'forbids null'],
  ['alter table a add column b text not null', 'adds a column that an insert must give'],
  ['-- drop table a\nalter table a add column b text not null default 1, add column c text', undefined],
  ['alter table a add column b text, alter column c drop default', undefined],
])('%s', (text, reason) => {
  expect(reasonsIn(text)).toEqual(reason === undefined ? [] : [reason]);
});

test('a release knows the range of schemas that it works with', () => {
  const one = (name: string, kind: Migration['kind']) => ({ name, kind, text: '', digest: '' });
  const [added, removed] = [one('2-added.sql', 'expand'), one('3-removed.sql', 'contract')];
  const first = one('1-first.sql', 'expand');
  const schema = (...applied: readonly Migration[]) => new Map(applied.map((migration) => [migration.name, migration]));
  const misfit = (known: Migration[], applied: Map<string, Migration>, needed: string[] = []) =>
    misfitOf(known, applied, needed)?.finding ?? null;
  // Of the release before.
  expect(misfit([first], schema(first))).toBeNull();
  expect(misfit([first], schema(first, added))).toBeNull();
  expect(misfit([first], schema(first, added, removed))).toContain('too new for this release: the migration 3-removed');
  // Of the release itself, and of one that needs the end of its upgrade.
  expect(misfit([first, added, removed], schema(first, added))).toBeNull();
  expect(misfit([first, added, removed], schema(first, added, removed))).toBeNull();
  expect(misfit([first, added, removed], schema(first, added), [removed.name])).toContain(
    'too old for this release: the migration 3-removed',
  );
  expect(misfit([first, added, removed], schema(), [removed.name])).toBeNull();
});
