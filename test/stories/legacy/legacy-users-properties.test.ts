/** Random queries of legacy users find the same rows as a check of every row. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { legacyCompany } from '../../support/legacy/legacy-company.ts';
import {
  anyQuestion,
  type ComparedMember,
  expectedRows,
  type ShownRow,
  searchOf,
} from '../../support/legacy/legacy-model.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: LegacyClient;
let rows: readonly ShownRow[];

const listed = async (search: string): Promise<ShownRow[]> => {
  const { status, body, text } = await client.call(`/api/v3/users?formerEmployees=true&${search}`);
  if (status !== 200) throw new Error(`?${search} answers ${status}: ${text}`);
  return body.data.items;
};

beforeAll(async () => {
  service = await testService();
  const { account } = await legacyCompany(service);
  client = await legacyClient(service, account);
  rows = await listed('');
});
afterAll(() => service.stop());

const ofKind = (kind: ComparedMember['kind'], paths: string, isNullable = false): ComparedMember[] =>
  paths.split(' ').map((path) => ({ path, kind, isNullable }));

const members: readonly ComparedMember[] = [
  ...ofKind('integer', 'id legalEntityId departmentId legalEntity.id department.id cultureID culture.id'),
  ...ofKind('integer', 'managerId manager.id cspId csp.id calendarId calendar.id', true),
  ...ofKind('integer', 'userWorkCycles.id userWorkCycles.ownerID userWorkCycles.workCycleID'),
  ...ofKind(
    'text',
    'name displayName url firstName lastName login gender legalEntity.name department.name department.url',
  ),
  ...ofKind('text', 'mail employeeNumber matricule externalId jobTitle directLine', true),
  ...ofKind(
    'text',
    'manager.name manager.url csp.name calendar.name picture.id picture.name culture.name',
    true,
  ).filter(({ path }) => path !== 'culture.name'),
  ...ofKind('date', 'dtContractStart seniorityDate userWorkCycles.startsOn userWorkCycles.endsOn'),
  ...ofKind('date', 'dtContractEnd birthDate', true),
  ...ofKind('moment', 'modifiedAt'),
];

test(
  'random questions find the rows that a naive evaluation finds, in the same order',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion(members, rows), async (question) => {
        expect(await listed(searchOf(question))).toEqual(expectedRows(rows, question));
      }),
      runsWithin(500, 400),
    );
  },
  propertyMs,
);

test(
  'the count of a random question is the number of rows over all pages',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion(members, rows), async (question) => {
        const search = `formerEmployees=true&fields=id,collection.count&${searchOf(question)}`;
        const { body } = await client.call(`/api/v3/users?${search}`);
        expect(body.data.count).toBe(expectedRows(rows, { ...question, paging: null }).length);
      }),
      runsWithin(250, 100),
    );
  },
  propertyMs,
);
