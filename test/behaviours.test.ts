/** The table of functions of single resources: each has its place, and belongs to something that is declared. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { behaviours } from '../server/behaviours.ts';
import { declared, entries, having, kindOf, verbsOfModule } from './support/behaviour-table.ts';

describe.each(entries)('$key', ({ key, resource, functions, verbs, isModule }) => {
  it('has only functions that the table knows, and at least one', () => {
    expect(functions.filter((name) => kindOf[name] === undefined)).toEqual([]);
    expect(functions.length).toBeGreaterThan(0);
  });

  it('replaces only verbs of operations that are declared', () => {
    expect(verbs.filter((verb) => !resource.operations.includes(verb))).toEqual([]);
    expect(functions.includes('dryRun')).toBe(resource.dryRunMembers !== undefined);
  });

  it('has one module of its own, named after its collection, if it replaces three verbs or more', () => {
    expect(isModule).toBe(verbs.length >= verbsOfModule);
    if (!isModule) return;
    const table = readFileSync('server/behaviours.ts', 'utf8');
    expect(table).toMatch(new RegExp(`^import \\* as ${key} from '\\./[a-z/-]+/${resource.path}\\.ts';$`, 'm'));
  });
});

it('every dry run that a declaration offers has a function', () => {
  const offered = Object.keys(declared).filter((key) => declared[key]?.dryRunMembers !== undefined);
  expect(offered.toSorted()).toEqual(
    having('dry run')
      .map(({ key }) => key)
      .toSorted(),
  );
});

it('every further address that a declaration offers has a function, and the other way round', () => {
  const offered = Object.entries(declared).flatMap(([key, { views }]) =>
    Object.keys(views ?? {}).map((name) => `${key} ${name}`),
  );
  const served = entries.flatMap(({ key }) => {
    const { views = {}, downloads = {} } = behaviours[key as keyof typeof behaviours] ?? {};
    return Object.keys({ ...views, ...downloads }).map((name) => `${key} ${name}`);
  });
  expect(offered.toSorted()).toEqual(served.toSorted());
});

it('every preview that a declaration offers has a function', () => {
  const offered = Object.keys(declared).filter((key) => declared[key]?.preview !== undefined);
  expect(offered.toSorted()).toEqual(
    having('preview of a change')
      .map(({ key }) => key)
      .toSorted(),
  );
});
