/** Random queries of legacy leaves: the database finds the same rows as a simple evaluation in memory. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import {
  beginning,
  type ClockedService,
  clockedService,
  type LegacyLeaves,
  legacyLeaves,
} from '../../support/legacy/legacy-leaves.ts';
import {
  anyQuestion,
  type ComparedMember,
  expectedRows,
  type ShownRow,
  searchOf,
} from '../../support/legacy/legacy-model.ts';
import { propertyMs, runs } from '../../support/properties.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;

beforeAll(async () => {
  clocked = await clockedService(beginning);
  seeded = await legacyLeaves(clocked);
  reader = await legacyClient(clocked.service, seeded.company.account);
}, 120_000);
afterAll(() => clocked.service.stop());

const membersV3: readonly ComparedMember[] = [
  { path: 'date', kind: 'date' },
  { path: 'isAM', kind: 'boolean' },
  { path: 'status', kind: 'integer', values: ['0', '1'] },
  { path: 'isActive', kind: 'boolean' },
  { path: 'duration', kind: 'text' },
  { path: 'leaveAccountDuration', kind: 'number' },
  { path: 'leaveAccountId', kind: 'integer' },
  { path: 'leaveAccount.id', kind: 'integer' },
  { path: 'leaveAccount.name', kind: 'text' },
  { path: 'leavePeriodId', kind: 'integer' },
  { path: 'leavePeriod.id', kind: 'integer' },
  { path: 'leavePeriod.ownerId', kind: 'integer' },
  { path: 'leavePeriod.owner.id', kind: 'integer' },
  { path: 'leavePeriod.owner.name', kind: 'text' },
  { path: 'leavePeriod.owner.departmentId', kind: 'integer' },
  { path: 'leavePeriod.owner.legalEntityId', kind: 'integer' },
  { path: 'leavePeriod.isConfirmed', kind: 'boolean' },
  { path: 'leavePeriod.confirmationDate', kind: 'moment', isNullable: true },
  { path: 'leavePeriod.startsOn', kind: 'date' },
  { path: 'leavePeriod.startsAM', kind: 'boolean' },
  { path: 'leavePeriod.endsOn', kind: 'date' },
  { path: 'leavePeriod.logs.id', kind: 'integer', isSeveral: true },
  { path: 'leavePeriod.logs.date', kind: 'moment', isSeveral: true },
  { path: 'leavePeriod.logs.comment', kind: 'text', isNullable: true, isSeveral: true },
  { path: 'leavePeriod.logs.status', kind: 'integer', isSeveral: true, values: ['0', '2', '3', '4'] },
  { path: 'leavePeriod.leaves.id', kind: 'text', isSeveral: true },
  { path: 'creationDate', kind: 'moment' },
  { path: 'cancellationDate', kind: 'moment', isNullable: true },
  { path: 'cancellationUserId', kind: 'integer', isNullable: true },
  { path: 'comment', kind: 'text', isNullable: true },
];

/** Ids are compared as text, and sorted by their parts. */
const idV3: ComparedMember = { path: 'id', kind: 'text', isSeveral: true };

const shownV3 = [
  'id,date,isAM,status,isActive,duration,leaveAccountDuration,leaveAccountId,leaveAccount',
  'leavePeriodId,leavePeriod,leavePeriod[owner[departmentId,legalEntityId,id,name],leaves[id]]',
  'creationDate,cancellationDate,cancellationUserId,comment',
].join(',');

const membersV2: readonly ComparedMember[] = [
  { path: 'status', kind: 'integer', values: ['0', '1', '2', '3', '4'] },
  { path: 'owner.id', kind: 'integer' },
  { path: 'owner.name', kind: 'text' },
  { path: 'owner.mail', kind: 'text', isNullable: true },
  { path: 'owner.login', kind: 'text' },
  { path: 'owner.matricule', kind: 'text', isNullable: true },
  { path: 'owner.departmentId', kind: 'integer' },
  { path: 'name', kind: 'text' },
  { path: 'date', kind: 'date' },
  { path: 'duration', kind: 'integer' },
  { path: 'accountCode', kind: 'text' },
  { path: 'accountLabel', kind: 'text' },
  { path: 'leaveScope', kind: 'text' },
  { path: 'leaveAccountId', kind: 'integer' },
  { path: 'creationDate', kind: 'moment' },
  { path: 'cancellationDate', kind: 'moment', isNullable: true },
  { path: 'id', kind: 'text', isSeveral: true },
];

const shownV2 =
  'id,status,owner,owner.departmentId,name,date,duration,accountCode,accountLabel,leaveScope,leaveAccountId,creationDate,cancellationDate';

async function asked(path: string, rowsIn: (data: unknown) => ShownRow[]): Promise<ShownRow[]> {
  const { status, body, text } = await reader.call(path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return rowsIn(body.data);
}

async function holds(
  base: string,
  members: readonly ComparedMember[],
  rowsIn: (data: unknown) => ShownRow[],
): Promise<void> {
  const rows = await asked(base, rowsIn);
  let tried = 0;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(anyQuestion(members, rows), async (question) => {
      const search = searchOf(question);
      const expected = expectedRows(rows, question);
      const ids = (some: readonly ShownRow[]) => some.map(({ id }) => id);
      expect(ids(await asked(`${base}&${search}`, rowsIn))).toEqual(ids(expected));
      tried += 1;
      found += expected.length > 0 ? 1 : 0;
    }),
    runs(200),
  );
  // Queries without results would agree on anything.
  expect(found).toBeGreaterThan(tried / 5);
}

test('queries of the third generation match a naive evaluation', { timeout: propertyMs }, () =>
  holds(`/api/v3/leaves?fields=${shownV3}`, [...membersV3, idV3], (data) => (data as { items: ShownRow[] }).items),
);

test('queries of the second generation match a naive evaluation', { timeout: propertyMs }, () =>
  holds(`/api/leaves?fields=${shownV2}`, membersV2, (data) => data as ShownRow[]),
);

/** Parts of the language, combined in meaningless ways. */
const anyPiece = fc.oneof(
  fc.constantFrom(
    '[',
    ']',
    ',',
    '.',
    ' ',
    '%',
    '%2C',
    '%00',
    '+',
    '-',
    "'",
    '"',
    '\\\\',
    'null',
    'since',
    'between',
    'like',
    'asc',
  ),
  fc.constantFrom('id', 'date', 'leavePeriod', 'owner', 'logs', 'ownerId', 'collection', 'count', 'name', 'status'),
  fc.constantFrom('2025-05-28', '9999-12-31', '0001-1-1', 'today', '1', '-1', '1e9', '9'.repeat(40), '0.1', 'true'),
  fc.string({ maxLength: 4, unit: 'binary' }).map(encodeURIComponent),
);
const anyText = fc.array(anyPiece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const anyName = fc.oneof(
  fc.constantFrom(
    'fields',
    'paging',
    'orderBy',
    'formerEmployees',
    'id',
    'date',
    'status',
    'duration',
    'cancellationDate',
  ),
  fc.constantFrom('leavePeriod.ownerId', 'leavePeriod.owner.name', 'leavePeriod.logs.date', 'leaveAccountDuration'),
  anyText,
);

test('every text is either a valid query or refused', { timeout: propertyMs }, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyName, anyText), { minLength: 1, maxLength: 3 }), async (parameters) => {
      const query = parameters.map(([name, text]) => `${name}=${text}`).join('&');
      for (const path of ['/api/v3/leaves', '/api/leaves']) {
        const { status, body } = await reader.call(`${path}?${query}`);
        expect([200, 400]).toContain(status);
        if (status === 400) expect(Object.keys(body.errors).length).toBeGreaterThan(0);
        statuses.add(status);
      }
    }),
    runs(300),
  );
  expect(statuses).toEqual(new Set([200, 400]));
});
