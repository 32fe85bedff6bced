/** Random steps of careers, and the request for each step. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import fc from 'fast-check';
import { type Body, pathOf, type Row } from '../examples.ts';
import type { EmploymentRow, World } from './career-model.ts';

/** The rows that steps can refer to. */
export interface Scenery {
  readonly departments: readonly Row[];
  readonly categories: readonly Row[];
  readonly templates: readonly Row[];
  readonly world: World;
}

const shifted = (date: string, by: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

export const firstDay = '2025-01-10';

/** Few days around the start, so that they often collide. */
const days = fc.integer({ min: -15, max: 30 }).map((shift) => shifted(firstDay, shift));

/** References are drawn as numbers, and resolved to existing rows when the step runs. */
const picks = fc.nat({ max: 30 });
const texts = fc.constantFrom('One', 'Two', null);
const zones = fc.constantFrom('Pacific/Auckland', 'America/Los_Angeles', 'Europe/Paris', null);
const perhaps = <T>(some: fc.Arbitrary<T>, freq = 2) => fc.option(some, { nil: undefined, freq });

interface Stage {
  readonly place?: number;
  readonly department?: number;
  readonly manager?: number | undefined;
  readonly category?: number | undefined;
  readonly jobTitle?: string | null | undefined;
  readonly remoteId?: string | null | undefined;
  readonly startsOn?: string;
  readonly notes?: string | null;
}

interface Term {
  readonly start: string;
  /** Absent: open. Negative: the end is before the start. */
  readonly lengthDays: number | undefined;
  readonly template: number;
}

interface NewTerm {
  readonly start?: string;
  readonly end?: string | null;
  readonly template?: number;
  readonly remoteId?: string | null;
}

interface Steps {
  hire: { term: Term; stage: Stage };
  rehire: { who: number; term: Term; stage: Stage };
  move: { of: number; afterDays: number; stage: Stage };
  changePosition: { of: number; change: Stage };
  changeEmployment: { of: number; to: NewTerm };
  deletePosition: { of: number };
  deleteEmployment: { of: number };
  probation: { of: number; afterDays: number; moreDays: number | undefined };
  changeProbation: { of: number; moreDays: number | null };
  deleteProbation: { of: number };
  rename: { who: number; to: string | null };
  changeZone: { place: number; zone: string | null };
  wait: { hours: number };
}

export type Step = { [A in keyof Steps]: { readonly act: A } & Steps[A] }[keyof Steps];

const stage: fc.Arbitrary<Stage> = fc.record({
  place: picks,
  department: picks,
  manager: perhaps(picks),
  category: perhaps(picks),
  jobTitle: perhaps(texts),
  remoteId: perhaps(texts),
});
const change: fc.Arbitrary<Stage> = fc.oneof(
  fc.record({ startsOn: days }),
  fc.record({ place: picks }),
  fc.record({ department: picks, jobTitle: texts }),
  fc.record({ manager: picks }),
  fc.record({ category: picks, notes: texts }),
  fc.record({ startsOn: days, place: picks, department: picks, remoteId: texts }),
);
const term: fc.Arbitrary<Term> = fc.record({
  start: days,
  lengthDays: perhaps(fc.integer({ min: -1, max: 9 }), 5),
  template: picks,
});
const newTerm: fc.Arbitrary<NewTerm> = fc.oneof(
  fc.record({ start: days }),
  fc.record({ end: fc.option(days, { freq: 3 }) }),
  fc.record({ start: days, end: days }),
  fc.record({ remoteId: texts, template: picks }),
);

const doing = <A extends keyof Steps>(
  weight: number,
  act: A,
  details: { [K in keyof Steps[A]]: fc.Arbitrary<Steps[A][K]> },
) => ({
  weight,
  // The compiler does not see that the details belong to the kind of step.
  arbitrary: fc.record(details).map((drawn) => ({ act, ...drawn }) as unknown as Step),
});

const hire = doing(3, 'hire', { term, stage });

export const firstStep: fc.Arbitrary<Step> = hire.arbitrary;

export const nextStep: fc.Arbitrary<Step> = fc.oneof(
  hire,
  doing(6, 'rehire', { who: picks, term, stage }),
  doing(8, 'move', { of: picks, afterDays: fc.integer({ min: 0, max: 9 }), stage }),
  doing(6, 'changePosition', { of: picks, change }),
  doing(6, 'changeEmployment', { of: picks, to: newTerm }),
  doing(3, 'deletePosition', { of: picks }),
  doing(2, 'deleteEmployment', { of: picks }),
  doing(4, 'probation', {
    of: picks,
    afterDays: fc.integer({ min: -1, max: 6 }),
    moreDays: perhaps(fc.nat({ max: 5 })),
  }),
  doing(2, 'changeProbation', { of: picks, moreDays: fc.option(fc.nat({ max: 9 })) }),
  doing(1, 'deleteProbation', { of: picks }),
  doing(1, 'rename', { who: picks, to: texts }),
  doing(1, 'changeZone', { place: picks, zone: zones }),
  doing(10, 'wait', { hours: fc.integer({ min: 1, max: 100 }) }),
);

/** One of them by a number of any size; undefined if there is none. */
const picked = <R extends Row>(rows: readonly R[], pick: number): R | undefined => rows[pick % rows.length];

const named = (row: Row | undefined) => row && { id: row.id };

/** Mostly valid: other people, establishments of the legal entity. Sometimes anything. */
function members(
  { world, ...scene }: Scenery,
  { place, department, manager, category, ...rest }: Stage,
  employment?: EmploymentRow,
): Body {
  const { employee, legalEntity: owner } = employment ?? {};
  const places = world.places.filter((one) => one.legalEntity.id === (owner?.id ?? one.legalEntity.id));
  const others = world.employees.filter(({ id }) => id !== employee?.id);
  const among = <R extends Row>(fitting: readonly R[], all: readonly R[], pick: number) =>
    named(picked(pick % 8 === 0 ? all : fitting, pick));
  return {
    ...rest,
    ...(place !== undefined && { businessEstablishment: among(places, world.places, place) }),
    ...(department !== undefined && { department: named(picked(scene.departments, department)) }),
    ...(manager !== undefined && { manager: among(others, world.employees, manager) ?? null }),
    ...(category !== undefined && { occupationCategory: named(picked(scene.categories, category)) }),
  };
}

const employed = (scene: Scenery, { start, lengthDays, template }: Term, first: Body): Body => ({
  start: { date: start },
  end: lengthDays === undefined ? null : { date: shifted(start, lengthDays) },
  template: named(picked(scene.templates, template)),
  firstJobPosition: first,
});

type Asked = readonly [method: string, path: string | undefined, body?: Body];

const one = (resource: Parameters<typeof pathOf>[0], row: Row | undefined) => row && pathOf(resource, row.id);

/** The request of a step; without a path if there is nothing to change yet. */
export function asked(scene: Scenery, next: Exclude<Step, { act: 'wait' }>): Asked {
  const { world } = scene;
  switch (next.act) {
    case 'hire': {
      const firstEmployment = employed(scene, next.term, members(scene, next.stage));
      return ['POST', pathOf(employees), { givenName: 'Ada', familyName: 'Lovelace', firstEmployment }];
    }
    case 'rehire': {
      const employee = named(picked(world.employees, next.who));
      const body = { employee, ...employed(scene, next.term, members(scene, next.stage)) };
      return ['POST', employee && pathOf(employments), body];
    }
    case 'move': {
      const employment = picked(world.employments, next.of);
      const startsOn = employment && shifted(employment.start.date, next.afterDays);
      const body = { employment: named(employment), startsOn, ...members(scene, next.stage, employment) };
      return ['POST', employment && pathOf(jobPositions), body];
    }
    case 'changePosition': {
      const position = picked(world.positions, next.of);
      const employment = world.employments.find(({ id }) => id === position?.employment.id);
      return ['PATCH', one(jobPositions, position), members(scene, next.change, employment)];
    }
    case 'changeEmployment': {
      const { start, end, template, ...rest } = next.to;
      const body = {
        ...rest,
        ...(start !== undefined && { start: { date: start } }),
        ...(end !== undefined && { end: end === null ? null : { date: end } }),
        ...(template !== undefined && { template: named(picked(scene.templates, template)) }),
      };
      return ['PATCH', one(employments, picked(world.employments, next.of)), body];
    }
    case 'probation': {
      const employment = picked(world.employments, next.of);
      const initialEndsOn = employment && shifted(employment.start.date, next.afterDays);
      const extendedEndsOn =
        initialEndsOn && next.moreDays !== undefined ? shifted(initialEndsOn, next.moreDays) : null;
      const body = { employment: named(employment), initialEndsOn, extendedEndsOn };
      return ['POST', employment && pathOf(probationaryPeriods), body];
    }
    case 'changeProbation': {
      const period = picked(world.periods, next.of);
      const extendedEndsOn = period && next.moreDays !== null ? shifted(period.initialEndsOn, next.moreDays) : null;
      return ['PATCH', one(probationaryPeriods, period), { extendedEndsOn }];
    }
    case 'deletePosition':
      return ['DELETE', one(jobPositions, picked(world.positions, next.of))];
    case 'deleteEmployment':
      return ['DELETE', one(employments, picked(world.employments, next.of))];
    case 'deleteProbation':
      return ['DELETE', one(probationaryPeriods, picked(world.periods, next.of))];
    case 'rename':
      return ['PATCH', one(employees, picked(world.employees, next.who)), { employeeNumber: next.to }];
    case 'changeZone':
      return ['PATCH', one(businessEstablishments, picked(world.places, next.place)), { timezoneId: next.zone }];
  }
}
