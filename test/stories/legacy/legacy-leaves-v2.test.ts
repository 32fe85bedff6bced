/** Requests of `/api/leaves`, the second generation. test/support/legacy/legacy-leaves.ts defines the names. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import {
  beginning,
  type ClockedService,
  clockedService,
  type LegacyLeaves,
  legacyLeaves,
  withIds,
} from '../../support/legacy/legacy-leaves.ts';
import { expand, type FindingLine, testRefusals } from '../../support/legacy/legacy-lines.ts';
import type { Reply } from '../../support/service.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;
let everyRow: string[];

interface RowV2 {
  readonly id: string;
}

const ask = (query: string): Promise<Reply> => reader.call(`/api/leaves?${withIds(seeded, query)}`);

/** `marie.0528PM` */
function labelOf({ id }: RowV2): string {
  const [, employee, day, month, half] = /^(\d+)-(\d\d)\/(\d\d)\/\d{4} 00:00:00-(AM|PM)$/.exec(id) ?? [];
  const [name] = Object.entries(seeded.company.people).find(([, person]) => person.id === employee) ?? [];
  return `${name}.${month}${day}${half}`;
}

async function labels(query: string): Promise<string[]> {
  const { status, body, text } = await ask(query);
  if (status !== 200) throw new Error(`?${query} answers ${status}: ${text}`);
  return body.data.map(labelOf);
}

beforeAll(async () => {
  clocked = await clockedService(beginning);
  seeded = await legacyLeaves(clocked);
  reader = await legacyClient(clocked.service, seeded.company.account);
  everyRow = await labels('');
}, 120_000);
afterAll(() => clocked.service.stop());

const ofSpring = 'marie.0528PM marie.0530AM marie.0530PM marie.0602AM';
const ofJune = 'joana.0602AM joana.0602PM joana.0603AM joana.0603PM';
const onTheDay = 'marie.0528PM paul.0528AM paul.0528PM ada.0528AM';

test('without a filter there is one row for each employee and half-day, and none of a deleted leave', () => {
  expect(everyRow).toHaveLength(33);
  expect(new Set(everyRow).size).toBe(33);
  expect(everyRow).not.toContain('ada.0529AM');
});

describe('finds', () => {
  const lines: readonly FindingLine[] = [
    ['owner.id={paul}', 'paul'],
    ['Owner.ID={paul},{bjorn}', 'paul.0528AM paul.0528PM bjorn paul.1231AM paul.1231PM paul.0101AM paul.0101PM'],
    ['owner.id={bjorn}&owner.id={john}', 'bjorn john'],
    ['owner.id=greaterthan,{greta}', ''],
    ['date=2025-05-28', onTheDay],
    ['fields=id,owner.name&date=2025-05-28', onTheDay],
    ['date=today', 'ada.0512AM ada.0512PM'],
    ['date=since,2025-06-10', 'bjorn marie.0610PM marie.0610AM greta'],
    ['date=between,2025-06-01,2025-06-05', `marie.0602AM ${ofJune}`],
    ['date=until,2015-12-31', 'john'],
    ['leaveAccountId={recovery}', 'paul.0528AM paul.0528PM'],
    ['leaveAccountId={paid},{recovery}&date=2025-05-28', onTheDay],
    ['id={marie}-28/05/2025 00:00:00-PM', 'marie.0528PM'],
    ['id={marie}-28%2F05%2F2025+00%3A00%3A00-PM,{paul}-28/05/2025 00:00:00-AM', 'marie.0528PM paul.0528AM'],
    ['id={marie}-28/05/2025-PM', ''],
    ['id={marie}-05/28/2025 00:00:00-PM', ''],
    ['id=like,/06/2025', `marie.0602AM ${ofJune} bjorn marie.0607AM marie.0607PM marie.0610PM marie.0610AM`],
    ['status=0', 'paul.0528AM paul.0528PM ada.0528AM'],
    ['status=SemiValidated', ofJune],
    ['status=1,Rejected', `${ofJune} bjorn`],
    ['status=Validated&owner.id={marie}', ofSpring],
    ['status=4', 'marie.0607AM marie.0607PM marie.0610PM marie.0610AM'],
    ['status=greaterthan,3&date=since,2025-06-10', 'marie.0610PM marie.0610AM'],
    ['status=notequal,2&owner.id={marie}', 'marie.0607AM marie.0607PM marie.0610PM marie.0610AM'],
    ['name=Recovery 100%25_net', 'paul.0528AM paul.0528PM'],
    ['name=starts,reco', 'paul.0528AM paul.0528PM'],
    ['accountCode=PL25&date=2025-05-28', 'marie.0528PM ada.0528AM'],
    ['accountCode={recovery}', 'paul.0528AM paul.0528PM'],
    ['accountLabel=like,LEAVE&date=2025-05-28', 'marie.0528PM ada.0528AM'],
    ['leaveScope=AM&date=2025-05-28', 'paul.0528AM ada.0528AM'],
    ['leaveScope=AM,PM&date=2025-05-28', onTheDay],
    ['duration=90', 'paul.0528PM'],
    ['duration=lessthan,210', 'paul.0528PM'],
    ['duration=lessthanorequal,210&date=2025-05-28', onTheDay],
    ['creationDate=since,2025-05-12', 'ada.0511AM ada.0511PM ada.0512AM ada.0512PM ada.0513AM ada.0513PM'],
    ['creationDate=2025-04-14T09:12:44', ofSpring],
    ['cancellationDate=null&owner.id={marie}', ofSpring],
    ['cancellationDate=notequal,null', 'bjorn marie.0607AM marie.0607PM marie.0610PM marie.0610AM'],
    ['cancellationDate=since,2025-04-28T12:30:00', 'marie.0610AM'],
    ['cancellationDate=2025-04-28T11:00:00', 'marie.0610PM'],
    ['owner.name=Marie Lambert&status=2', ofSpring],
    ['owner.mail=bjorn@acme.example.com', 'bjorn'],
    ['owner.mail=null', 'ada'],
    ['owner.login={ada}', 'ada'],
    ['owner.login=starts,BJORN@', 'bjorn'],
    ['owner.matricule=001', 'john'],
    [
      'owner.matricule=notequal,null,00416,008',
      `${ofJune} ada.0528AM john joana.0229AM joana.0229PM
      ada.0511AM ada.0511PM ada.0512AM ada.0512PM ada.0513AM ada.0513PM`.replace(/\s+/g, ' '),
    ],
    ['owner.departmentId={sales}&date=since,2025-06-10', 'bjorn greta'],
    ['owner.legalEntityId={acme}&date=2025-05-28', onTheDay],
    ['paging=0,2', 'marie.0528PM marie.0530AM'],
    ['paging=33,2', ''],
    ['orderBy=date,desc&paging=0,2', 'greta'],
    ['orderBy=id,asc&paging=0,2', 'paul.1231AM paul.1231PM'],
    ['orderBy=owner.name,desc,date,asc&paging=0,2', 'paul.1231AM paul.1231PM'],
    ['_=123&callback=f&date=2024-02-29', 'joana.0229AM joana.0229PM'],
  ];
  test.each(lines)('?%s finds: %s', async (query, rows) => {
    expect(await labels(query)).toEqual(expand(everyRow, rows));
  });
});

describe('refused', () => {
  testRefusals(
    [
      ['foo=1', 'foo', /^Unknown property\. Allowed here: id, status, owner/],
      ['leavePeriod.ownerId=1', 'leavePeriod.ownerId', /owner\.id/],
      ['leavePeriod.id=1', 'leavePeriod.id', /\/api\/v3\/leaves/],
      ['isActive=true', 'isActive', /Unknown/],
      ['owner=1', 'owner', /owner\.id/],
      ['status=5', 'status', /0 or NonValidated.*4 or Cancelled/],
      ['duration=03:30:00', 'duration', /Must be an integer/],
      ['date=', 'date', /Must be a date/],
      ['owner.mail=since,2025-01-01', 'owner.mail', /Allowed operators: equals, notequal, like, starts/],
      ['fields=collection.count', 'fields', /version 3/],
      ['fields=id,collection[count]', 'fields', /version 3/],
      ['fields=owner[id', 'fields', /must match/],
      ['fields=leavePeriod', 'fields', /not a property/],
      ['paging=0,10001', 'paging', /10000/],
      ['orderBy=owner,asc', 'orderBy', /owner\.id/],
    ],
    (query) => ask(query),
  );
});

describe('answers', () => {
  const springRow = () => ({
    id: `${seeded.company.people.marie.id}-28/05/2025 00:00:00-PM`,
    status: 2,
    owner: {
      id: Number(seeded.company.people.marie.id),
      name: 'Marie Lambert',
      mail: 'marie.lambert@acme.example.com',
      login: 'marie.lambert@acme.example.com',
      matricule: '00416',
    },
    name: 'Paid leave 2025',
    date: '2025-05-28T00:00:00',
    duration: 210,
    accountCode: 'PL25',
    accountLabel: 'Paid leave 2025',
    leaveScope: 'PM',
  });

  test('a list is an array under a header that tells how long it took', async () => {
    const { body } = await ask('owner.id={marie}&date=2025-05-28');
    const { generated, serverTime, queryTime, processId, ...others } = body.header;
    expect(generated).toBe('2025-05-12T08:40:00');
    expect([serverTime, queryTime, processId].every(Number.isInteger)).toBe(true);
    expect(serverTime).toBeGreaterThanOrEqual(queryTime);
    expect(others).toEqual({});
    expect(Object.keys(body)).toEqual(['header', 'data']);
    expect(body.data).toEqual([springRow()]);
    expect(Object.keys(body.data[0])).toEqual(Object.keys(springRow()));
  });

  test('one leave is found by its id, whether its blank is written %20 or +', async () => {
    const id = withIds(seeded, '{marie}-28%2F05%2F2025%2000%3A00%3A00-PM');
    const { body } = await reader.call(`/api/leaves/${id}`);
    expect(body.data).toEqual(springRow());
    expect((await reader.call(`/api/leaves/${id}?fields=owner[mail]`)).body.data).toEqual({
      owner: { mail: 'marie.lambert@acme.example.com' },
    });
  });

  test('an id of another form, of nobody or of a deleted leave is not found', async () => {
    for (const id of [
      'x',
      '{spring}-20250528-PM',
      '{ada}-29%2F05%2F2025%2000%3A00%3A00-AM',
      '0-01%2F01%2F2025 00:00:00-AM',
    ]) {
      const { status, body } = await reader.call(`/api/leaves/${withIds(seeded, id)}`);
      expect([id, status]).toEqual([id, 404]);
      expect(body.Status).toBe(404);
    }
  });

  test('a page contains the total number of rows', async () => {
    expect((await ask('paging=30,10')).body.header.paging).toEqual({ count: 33, offset: 30, limit: 10 });
    expect((await ask('date=2025-05-28')).body.header.paging).toBeUndefined();
  });
});
