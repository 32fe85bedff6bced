/** Random steps with values, definitions and careers. They refer to existing things by numbers. */
import fc from 'fast-check';
import type { Days, Kind } from './attribute-model.ts';

interface Steps {
  define: { kind: Kind; isSingle: boolean };
  archive: { definition: number; isArchived: boolean };
  narrow: { definition: number; isSingle: boolean };
  undefine: { definition: number };
  give: { who: number; definition: number; content: Content; days: Days | null };
  changeValue: { of: number; content: Content };
  changeDays: { of: number; days: Partial<Days> | null };
  remove: { of: number };
  hire: { start: string };
  leave: { who: number; end: string | null };
  rehire: { who: number; start: string };
  move: { who: number; startsOn: string; jobTitle: string | null };
  rename: { who: number; to: string };
  wait: { months: number };
}

export type Step = { [A in keyof Steps]: { readonly act: A } & Steps[A] }[keyof Steps];

/** The content of a value, for any kind of definition. */
export interface Content {
  readonly text: string | null;
  readonly number: number | null;
  readonly names: number | null;
  /** A change of an object contains only some of its members. */
  readonly isPartial: boolean;
}

const dayAt = (shift: number): string => new Date(Date.UTC(2020, 0, 1 + shift)).toISOString().slice(0, 10);

/** Six years around the story, including ends of months and years. */
export const someDay = fc.oneof(
  fc.integer({ min: -400, max: 1800 }).map(dayAt),
  fc.constantFrom('2020-01-01', '2020-02-29', '2021-12-31', '2022-01-01', '2024-02-29', '0001-01-01', '9999-12-31'),
);

/** Days of careers: none at the end of time, where nothing can follow. */
const careerDay = fc.integer({ min: -300, max: 1500 }).map(dayAt);

const maybeDay = fc.option(someDay, { freq: 3 });
const days: fc.Arbitrary<Days | null> = fc.option(fc.record({ start: maybeDay, end: maybeDay }), { freq: 4 });
const partOfDays: fc.Arbitrary<Partial<Days> | null> = fc.option(
  fc.oneof(fc.record({ start: maybeDay }), fc.record({ end: maybeDay }), fc.record({ start: maybeDay, end: maybeDay })),
  { freq: 6 },
);

const pick = fc.nat({ max: 40 });

const content: fc.Arbitrary<Content> = fc.record({
  text: fc.option(fc.constantFrom('one', 'two', 'Émile "x"', ''), { freq: 5 }),
  number: fc.option(fc.constantFrom(0, 7, -2_147_483_648), { freq: 5 }),
  names: fc.option(pick, { freq: 3 }),
  isPartial: fc.boolean(),
});

const doing = <A extends keyof Steps>(
  weight: number,
  act: A,
  of: { [K in keyof Steps[A]]: fc.Arbitrary<Steps[A][K]> },
) => ({
  weight,
  // TypeScript does not derive that a record of arbitraries is an arbitrary of the record.
  arbitrary: fc.record({ act: fc.constant(act), ...of }) as unknown as fc.Arbitrary<Step>,
});

const kind = fc.constantFrom<Kind[]>('text', 'numbers', 'notes');

export const nextStep: fc.Arbitrary<Step> = fc.oneof(
  doing(3, 'define', { kind, isSingle: fc.boolean() }),
  doing(2, 'archive', { definition: pick, isArchived: fc.boolean() }),
  doing(2, 'narrow', { definition: pick, isSingle: fc.boolean() }),
  doing(1, 'undefine', { definition: pick }),
  doing(16, 'give', { who: pick, definition: pick, content, days }),
  doing(7, 'changeValue', { of: pick, content }),
  doing(6, 'changeDays', { of: pick, days: partOfDays }),
  doing(3, 'remove', { of: pick }),
  doing(2, 'hire', { start: careerDay }),
  doing(2, 'leave', { who: pick, end: fc.option(careerDay, { freq: 4 }) }),
  doing(2, 'rehire', { who: pick, start: careerDay }),
  doing(4, 'move', { who: pick, startsOn: careerDay, jobTitle: fc.constantFrom('Chief', 'Clerk', null) }),
  doing(2, 'rename', { who: pick, to: fc.constantFrom('Ada', 'Grace') }),
  doing(4, 'wait', { months: fc.integer({ min: 1, max: 14 }) }),
);
