/** Random values, definitions and careers over years: the state on any day equals a simple model. */
import { isDeepStrictEqual } from 'node:util';
import { employeeAttributeDefinitions as definitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import {
  canGive,
  hasSeveral,
  isInOrder,
  type Kind,
  type Model,
  type ModelDefinition,
  type ModelValue,
  type People,
  saidBy,
  saidOn,
  tidied,
} from '../../support/attributes/attribute-model.ts';
import { type Content, nextStep, type Step, someDay } from '../../support/attributes/attribute-steps.ts';
import {
  patchValue,
  postValue,
  severalBy,
  severalValues,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { baseSchema, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, everyRow, pathOf, type Row } from '../../support/examples.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { type TimedService, timedService } from '../../support/people/days.ts';
import { at, type Company, hiring, newCompany } from '../../support/people/people.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { bare, replayed } from '../../support/replay.ts';
import type { Reply, TestClient } from '../../support/service.ts';

let timed: TimedService;

beforeAll(async () => {
  timed = await timedService();
});
afterAll(() => timed.service.stop());

interface Scene {
  client: TestClient;
  readonly accountId: string;
  readonly company: Company;
  readonly model: Model;
  people: People;
}

async function opened(): Promise<Scene> {
  timed.clock.set('2020-06-15T12:00:00Z');
  const { client, account, ...company } = await newCompany(timed.service);
  // The clock moves by years in both directions, and a copy needs every event.
  await timed.service.database.query('update accounts set event_days = 36500 where id = $1', [account.id]);
  const model = { definitions: [], values: [] };
  return { client, accountId: account.id, company, model, people: await peopleOf(client) };
}

async function peopleOf(client: TestClient): Promise<People> {
  const shown = [employees, employments, jobPositions];
  const [people = [], contracts = [], positions = []] = await Promise.all(
    shown.map((resource) => everyRow(client, resource)),
  );
  return { employees: people, employments: contracts, positions };
}

const pick = <T>(some: readonly T[], at: number): T | undefined => some[at % some.length];

const bodies: Readonly<Record<Kind, (isSingle: boolean) => Body>> = {
  text: (isSingle) => singleValue(isSingle ? {} : severalValues),
  numbers: (isSingle) => singleValue({ schema: baseSchema('int32'), ...(!isSingle && severalValues) }),
  notes: (isSingle) => objectValue({ note: 'short-text', by: 'employee-reference' }, isSingle ? {} : severalBy('note')),
};

/** A value of a kind; for an object perhaps some of its members. */
function written({ people }: Scene, kind: Kind, { text, number, names, isPartial }: Content): unknown {
  if (kind === 'text') return text;
  if (kind === 'numbers') return number;
  const named = names === null ? undefined : pick(people.employees, names);
  const by = named ? at(named) : null;
  return isPartial ? { by } : { note: text, by };
}

/** The status that the model expects, and the resulting state. */
type Rule = { readonly accepts: boolean; readonly becomes?: (answer: Reply) => void };

function expectRule(answer: Reply, { accepts, becomes }: Rule): void {
  if (!accepts) expect([answer.status, answer.text]).toEqual([400, answer.text]);
  else {
    expect([200, 201, 204], answer.text).toContain(answer.status);
    becomes?.(answer);
  }
}

async function takeWithDefinition(scene: Scene, next: Step): Promise<void> {
  const { client, model } = scene;
  if (next.act === 'define') {
    const answer = await client.call('POST', pathOf(definitions), { body: bodies[next.kind](next.isSingle) });
    const made = { id: answer.body.id, kind: next.kind, isSingle: next.isSingle, isArchived: false };
    expectRule(answer, { accepts: true, becomes: () => model.definitions.push(made) });
    return;
  }
  const definition = 'definition' in next ? pick(model.definitions, next.definition) : undefined;
  if (!definition) return;
  const path = pathOf(definitions, definition.id);
  if (next.act === 'archive') {
    await client.call('PATCH', path, { body: { isArchived: next.isArchived } });
    definition.isArchived = next.isArchived;
  } else if (next.act === 'narrow') {
    const { multipleValueHandling } = definition.kind === 'notes' ? severalBy('note') : severalValues;
    const body = { multipleValueHandling: next.isSingle ? null : multipleValueHandling };
    const accepts = !next.isSingle || !hasSeveral(model, definition);
    const becomes = () => {
      definition.isSingle = next.isSingle;
    };
    expectRule(await client.call('PATCH', path, { body }), { accepts, becomes });
  } else if (next.act === 'undefine') {
    expectRule(await client.call('DELETE', path), { accepts: true });
    model.definitions = model.definitions.filter((one) => one !== definition);
    model.values = model.values.filter((one) => one.definition !== definition);
  }
}

async function give(scene: Scene, next: Extract<Step, { act: 'give' }>): Promise<void> {
  const { client, model, people } = scene;
  const [definition, who] = [pick(model.definitions, next.definition), pick(people.employees, next.who)];
  if (!definition || !who) return;
  const value = written(scene, definition.kind, next.content);
  const answer = await postValue(client, who, definition, value, { applicability: next.days });
  expectRule(answer, {
    accepts: canGive(model, definition, who.id, next.days),
    becomes: ({ body }) =>
      model.values.push({
        id: body.id,
        definition,
        employeeId: who.id,
        days: tidied(next.days),
        value: definition.kind === 'notes' ? { note: null, ...(value as object) } : value,
      }),
  });
}

async function takeWithValue(scene: Scene, next: Step): Promise<void> {
  if (next.act === 'give') return give(scene, next);
  const { client, model } = scene;
  const held = 'of' in next ? pick(model.values, next.of) : undefined;
  if (!held) return;
  if (next.act === 'remove') {
    expectRule(await client.call('DELETE', `${valuesPath}/${held.id}`), { accepts: true });
    model.values = model.values.filter((one) => one !== held);
  } else if (next.act === 'changeValue') {
    const value = written(scene, held.definition.kind, next.content);
    const after = held.definition.kind === 'notes' ? { ...(held.value as object), ...(value as object) } : value;
    const accepts = !held.definition.isArchived || isDeepStrictEqual(after, held.value);
    const becomes = () => {
      held.value = after;
    };
    expectRule(await patchValue(client, held, { value }), { accepts, becomes });
  } else if (next.act === 'changeDays') {
    const days = next.days && { start: held.days?.start ?? null, end: held.days?.end ?? null, ...next.days };
    const becomes = () => {
      held.days = tidied(days);
    };
    const isSame = isDeepStrictEqual(tidied(days), held.days);
    const accepts = isInOrder(days) && (!held.definition.isArchived || isSame);
    expectRule(await patchValue(client, held, { applicability: next.days }), { accepts, becomes });
  }
}

/** Careers have their own rules, tested elsewhere: a refused change changes nothing. */
async function takeWithCareer(scene: Scene, next: Step): Promise<void> {
  const { client, people, company } = scene;
  const { place, department, template } = company;
  const position = { businessEstablishment: at(place), department: at(department) };
  if (next.act === 'hire') {
    await client.call('POST', pathOf(employees), { body: hiring(company, {}, { start: { date: next.start } }) });
    return;
  }
  const who = 'who' in next ? pick(people.employees, next.who) : undefined;
  const contract = people.employments.findLast(({ employee }) => (employee as Row).id === who?.id);
  if (!who || !contract) return;
  if (next.act === 'rename') await client.call('PATCH', pathOf(employees, who.id), { body: { givenName: next.to } });
  if (next.act === 'leave') {
    const end = next.end === null ? null : { date: next.end };
    await client.call('PATCH', pathOf(employments, contract.id), { body: { end } });
  }
  if (next.act === 'rehire') {
    const body = { employee: at(who), start: { date: next.start }, template: at(template), firstJobPosition: position };
    await client.call('POST', pathOf(employments), { body });
  }
  if (next.act === 'move') {
    const { startsOn, jobTitle } = next;
    await client.call('POST', pathOf(jobPositions), {
      body: { employment: at(contract), ...position, startsOn, jobTitle },
    });
  }
}

async function take(scene: Scene, next: Step): Promise<void> {
  if (next.act === 'wait') {
    timed.clock.set(new Date(timed.clock.now().getTime() + next.months * 30 * 86_400_000));
    scene.client = await timed.service.renewed(scene.client);
  }
  await takeWithDefinition(scene, next);
  await takeWithValue(scene, next);
  await takeWithCareer(scene, next);
  scene.people = await peopleOf(scene.client);
}

/** Every value that applies on a day, and no other, as it was given. */
async function checkDay({ client, model, people }: Scene, day: string | null): Promise<void> {
  const rows = await everyRow(client, employeeAttributes, day === null ? '' : `&applicability.asOf=${day}`);
  expect(rows.length).toBeLessThan(1000);
  const shown = new Map(rows.map((row) => [row.id, saidBy(row, model)]));
  expect(shown, `as of ${day}`).toEqual(saidOn(model, people, day));
}

/** The table of search keys agrees with the values. */
async function checkKeys({ accountId, model }: Scene): Promise<void> {
  const rows = await timed.service.database.session(accountId).run<Row>(
    statement(`
select attribute_id::text as id, property, definition_id, employee_id::text, text_key, number_key, target_type,
  nullif(applies_from::text, '-infinity') as start, nullif(applies_to::text, 'infinity') as end
from attribute_keys where account_id = $1 order by attribute_id, property`),
  );
  const expected = model.values
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .flatMap(({ id, definition, employeeId, days, value }: ModelValue) =>
      keysOf(definition, value).map(([property, text, number, target]) => ({
        id,
        property,
        definition_id: definition.id,
        employee_id: employeeId,
        text_key: text,
        number_key: number,
        target_type: target,
        start: days?.start ?? null,
        end: days?.end ?? null,
      })),
    );
  expect(rows).toEqual(expected);
}

type KeyParts = [property: string, text: string | null, number: number | null, target: string | null];

function keysOf({ kind }: ModelDefinition, value: unknown): KeyParts[] {
  if (value === null) return [];
  if (kind === 'text') return [['', value as string, null, null]];
  if (kind === 'numbers') return [['', null, value as number, null]];
  const { note, by } = value as { note: string | null; by: { id: string } | null };
  const parts: KeyParts[] = [
    ['by', by?.id ?? null, null, 'employee'],
    ['note', note, null, null],
  ];
  return parts.filter(([, text]) => text !== null);
}

/** A copy that is kept from events alone equals the list. */
async function checkReplay({ client }: Scene): Promise<void> {
  const rows = await everyRow(client, employeeAttributes, '&definition.category=extension');
  const events = await eventsSeen(timed.service, client);
  expect(replayed(events, [employeeAttributes.type])).toEqual(
    new Map(rows.map((row) => [`${row.type} ${row.id}`, bare(row)])),
  );
}

const beginnings: readonly Step[] = [
  { act: 'hire', start: '2020-01-01' },
  { act: 'define', kind: 'text', isSingle: true },
  { act: 'define', kind: 'notes', isSingle: false },
];

test(
  'the values on any day match a naive model, after any sequence of changes',
  async () => {
    const steps = fc.array(nextStep, { minLength: 10, maxLength: 40, size: 'max' });
    const asked = fc.array(someDay, { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, asked, async (drawn, days) => {
        const scene = await opened();
        for (const [index, next] of [...beginnings, ...drawn].entries()) {
          await take(scene, next);
          const day = days[index % days.length] as string;
          if (index % 4 === 0) await checkDay(scene, day);
        }
        for (const day of [...days, null]) await checkDay(scene, day);
        await checkKeys(scene);
        await checkReplay(scene);
      }),
      runsWithin(500, 20),
    );
  },
  propertyMs,
);
