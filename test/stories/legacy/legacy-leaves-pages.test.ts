/** Requests of `/api/v3/leaves` about pages, order, reserved words and fields, and invalid ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import {
  beginning,
  type ClockedService,
  clockedService,
  type LegacyLeaves,
  labelsOf,
  legacyLeaves,
  withIds,
} from '../../support/legacy/legacy-leaves.ts';
import { expand, type FindingLine, testRefusals } from '../../support/legacy/legacy-lines.ts';
import type { Reply } from '../../support/service.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;
let everyRow: string[];

const ask = (query: string): Promise<Reply> => reader.call(`/api/v3/leaves?${withIds(seeded, query)}`);
const askOne = (id: string, query = ''): Promise<Reply> =>
  reader.call(`/api/v3/leaves/${withIds(seeded, id)}?${withIds(seeded, query)}`);

async function labels(query: string): Promise<string[]> {
  const { status, body, text } = await ask(query);
  if (status !== 200) throw new Error(`?${query} answers ${status}: ${text}`);
  return body.data.items.map(labelsOf(seeded));
}

beforeAll(async () => {
  clocked = await clockedService(beginning);
  seeded = await legacyLeaves(clocked);
  reader = await legacyClient(clocked.service, seeded.company.account);
  everyRow = await labels('');
}, 120_000);
afterAll(() => clocked.service.stop());

const testLines = (lines: readonly FindingLine[]) =>
  test.each(lines)('?%s finds: %s', async (query, rows) => {
    expect(await labels(query)).toEqual(expand(everyRow, rows));
  });

describe('pages', () => {
  testLines([
    ['paging=0,2', 'gone.0528AM gone.0528PM'],
    ['Paging=1%2C2', 'gone.0528PM gone.0529AM'],
    ['paging=0&paging=2', 'gone.0528AM gone.0528PM'],
    ['paging= 4 , 1 ', 'spring.0528PM'],
    ['paging=36,10000', 'days.0513AM days.0513PM'],
    ['paging=38,10', ''],
    ['paging=99999999999999999999999,1', ''],
    ['leavePeriod.ownerId={paul}&paging=1,2', 'hours.0528PM turn.1231AM'],
  ]);
});

describe('order', () => {
  testLines([
    ['orderBy=date,asc&paging=0,2', 'old'],
    ['orderby=Date,DESC&paging=0,4', 'future denied'],
    ['orderBy=id,desc&paging=0,2', 'days.0513PM days.0513AM'],
    ['orderBy=leavePeriodId,desc,isAM,asc&paging=0,3', 'days.0511PM days.0512PM days.0513PM'],
    ['orderBy=leavePeriod.owner.name,asc,date,desc&paging=0,3', 'gone.0529AM gone.0529PM gone.0528AM'],
    ['orderBy=cancellationDate,asc&paging=0,2', 'denied'],
    ['orderBy=cancellationDate,desc&paging=0,4', 'spring'],
    ['orderBy=leaveAccountDuration,desc&paging=0,2', 'hours'],
    ['orderBy=duration,asc&paging=0,1', 'hours.0528PM'],
    ['orderBy=date,asc&orderBy=isAM,desc&paging=0,2', 'old'],
    ['orderBy=leaveAccount.name,asc&paging=0,1', 'spring.0528PM'],
    ['orderBy=creationDate,desc&paging=6,4', 'turn'],
    ['leavePeriod.owner.departmentId={finance}&orderBy=date,desc&paging=0,3', 'first.0610AM first.0610PM second'],
  ]);
});

describe('reserved words', () => {
  testLines([
    ['_=1&randomnumber=2&authToken=x&longtoken=y&callback=f&date=2024-02-29', 'leap'],
    ['groupby=a&httpmethod=GET&metadata=&notify=no&accept=json&template=t&date=2024-02-29', 'leap'],
    ['operations=&principal=me&NoWarning=true&formerEmployees=true&date=2024-02-29', 'leap'],
  ]);
});

describe('fields', () => {
  const spring = '{spring}-20250528-PM';
  const shown: readonly (readonly [fields: string, row: object])[] = [
    ['date,isAM', { date: '2025-05-28T00:00:00', isAM: false }],
    ['ISAM', { isAM: false }],
    ['duration, status', { status: 1, duration: '03:30:00' }],
    ['leavePeriod.owner.name', { leavePeriod: { owner: { name: 'Marie Lambert' } } }],
    ['leavePeriod[owner[name]]', { leavePeriod: { owner: { name: 'Marie Lambert' } } }],
    ['leavePeriod%5Bowner%5Bname%5D%5D', { leavePeriod: { owner: { name: 'Marie Lambert' } } }],
    ['leavePeriod [ owner . name ] isAM', { isAM: false, leavePeriod: { owner: { name: 'Marie Lambert' } } }],
    ['leavePeriod[owner.name]status', { status: 1, leavePeriod: { owner: { name: 'Marie Lambert' } } }],
    [
      'leavePeriod.startsAM,leavePeriod[owner.name,endsAM]',
      { leavePeriod: { owner: { name: 'Marie Lambert' }, startsAM: false, endsAM: true } },
    ],
    ['leavePeriod.logs[status]', { leavePeriod: { logs: [{ status: 0 }, { status: 0 }, { status: 2 }] } }],
    [
      'leavePeriod.logs.date,status',
      { status: 1, leavePeriod: { logs: dates('14T09:12:44 15T07:02:10 16T06:55:00') } },
    ],
    ['isRemoteWork,isRealLeave,color', { isRemoteWork: false, isRealLeave: true, color: null }],
    ['date&fields=isAM', { date: '2025-05-28T00:00:00', isAM: false }],
  ];
  function dates(days: string): { date: string }[] {
    return days.split(' ').map((day) => ({ date: `2025-04-${day}` }));
  }

  test.each(shown)('?fields=%s shows these members and no other', async (fields, row) => {
    const { body } = await ask(`id=${spring}&fields=${fields}`);
    expect(body.data).toEqual({ items: [row] });
    expect(Object.keys(body.data.items[0])).toEqual(Object.keys(row));
    expect((await askOne(spring, `fields=${fields}`)).body.data).toEqual(row);
  });

  test('an object asked for without its members comes with all that are listed', async () => {
    const { owner } = (await askOne(spring, 'fields=leavePeriod.owner')).body.data.leavePeriod;
    expect(owner).toEqual({ id: Number(seeded.company.people.marie.id), name: 'Marie Lambert' });
    const asked = (await askOne(spring, 'fields=leavePeriod,leavePeriod.owner.departmentId')).body.data.leavePeriod;
    expect(asked.owner.departmentId).toBe(Number(seeded.company.departments.finance.id));
    expect(asked.startsAM).toBe(false);
    expect(asked).not.toHaveProperty('leaves');
  });

  test('leaves of a period are all its half-days, when asked for', async () => {
    const { body } = await askOne(spring, 'fields=leavePeriod.leaves');
    const rows = body.data.leavePeriod.leaves;
    expect(rows.map(labelsOf(seeded))).toEqual(expand(everyRow, 'spring'));
    const [{ id, name, url }] = rows;
    expect(name).toBe(id);
    expect((await reader.call(url)).body.data.id).toBe(id);
  });

  test('rows of all pages are counted with the filters applied, next to the rows or alone', async () => {
    const both = (await ask('date=since,2025-06-10&paging=0,3&fields=id,collection.count')).body.data;
    expect(both.items).toHaveLength(3);
    expect(both.count).toBe(7);
    for (const fields of ['collection.count', 'Collection[Count]']) {
      expect((await ask(`fields=${fields}&leavePeriod.ownerId={marie}`)).body.data).toEqual({ count: 9 });
    }
    expect((await ask('fields=collection.count,id&leavePeriod.ownerId=-1')).body.data).toEqual({ items: [], count: 0 });
  });
});

describe('refused', () => {
  const askUsers = /\/api\/v3\/users/;
  testRefusals(
    [
      ['foo=1', 'foo', /^Unknown property\. Allowed here: id, name, .*leavePeriod/],
      ['leavePeriod.onwerId=1', 'leavePeriod.onwerId', /^Unknown property\. Allowed here: leavePeriod\.id, /],
      ['id.foo=1', 'id.foo', /Unknown/],
      ['__proto__=1', '__proto__', /Unknown/],
      ['constructor=1', 'constructor', /Unknown/],
      ['=1', '', /Unknown/],
      ['limit=1', 'limit', /Unknown/],
      ['page=1', 'page', /Unknown/],
      ['owner.id={marie}', 'owner.id', /leavePeriod\.ownerId/],
      ['ownerId={marie}', 'ownerId', /leavePeriod\.ownerId/],
      ['owner.departmentId=1', 'owner.departmentId', /leavePeriod\.ownerId/],
      ['leavePeriod.owner.mail=a@b', 'leavePeriod.owner.mail', askUsers],
      ['owner.login=like,a', 'owner.login', askUsers],
      ['matricule=1', 'matricule', askUsers],
      ['fields=id,leavePeriod.owner.login', 'fields', askUsers],
      ['fields=leavePeriod[owner[id,matricule]]', 'fields', askUsers],
      ['orderBy=leavePeriod.owner.matricule,asc', 'orderBy', askUsers],
      ['leavePeriod=1', 'leavePeriod', /leavePeriod\.id/],
      ['leavePeriod.owner=1', 'leavePeriod.owner', /leavePeriod\.owner\.id/],
      ['leavePeriod.logs=1', 'leavePeriod.logs', /leavePeriod\.logs\.status/],
      ['date=28/05/2025', 'date', /Must be a date such as 2025-05-28/],
      ['date=2025-02-30', 'date', /Must be a date/],
      ['date=2025-13-01', 'date', /Must be a date/],
      ['date=0000-01-01', 'date', /Must be a date/],
      ['date=2025-05-28T25:00:00', 'date', /Must be a date/],
      ['date=2025-05-28T10:00', 'date', /Must be a date/],
      ['date=', 'date', /Must be a date/],
      ['date=null', 'date', /Must be a date/],
      ['date=since', 'date', /Must be a date/],
      ['date=since,2025-01-01,2025-02-01', 'date', /since takes one date\./],
      ['date=since,2025-01-01&date=until,2025-02-01', 'date', /between,<first>,<last>/],
      ['date=between,2025-01-01', 'date', /exactly two dates/],
      ['date=between,2025-01-01,2025-02-01,2025-03-01', 'date', /exactly two dates/],
      ['date=like,2025', 'date', /Allowed operators: equals, notequal, since, until, between, greaterthan/],
      ['cancellationDate=between,null,2025-01-01', 'cancellationDate', /exactly two dates/],
      ['cancellationDate=since,null', 'cancellationDate', /one date, and null/],
      ['cancellationDate=greaterthan,null', 'cancellationDate', /one value/],
      ['leavePeriod.ownerId=abc', 'leavePeriod.ownerId', /Must be an integer/],
      ['leavePeriod.ownerId=1.5', 'leavePeriod.ownerId', /Must be an integer/],
      ['leavePeriod.ownerId=1,,2', 'leavePeriod.ownerId', /Must be an integer/],
      ['leavePeriod.ownerId=greaterthan,1,2', 'leavePeriod.ownerId', /one value/],
      ['leavePeriod.ownerId=since,1', 'leavePeriod.ownerId', /Allowed operators: equals, notequal, greaterthan/],
      ['leavePeriod.ownerId=greatherthan,1', 'leavePeriod.ownerId', /Must be an integer/],
      ['leaveAccountDuration=half', 'leaveAccountDuration', /Must be a number/],
      ['isAM=1', 'isAM', /Must be true or false/],
      ['isActive=greaterthan,true', 'isActive', /Allowed operators: equals, notequal\./],
      ['status=2', 'status', /one of 0 or Temporary, 1 or Confirmed/],
      ['status=like,1', 'status', /Allowed operators/],
      ['leaveAccount.name=since,2025-01-01', 'leaveAccount.name', /Allowed operators: equals, notequal, like, starts/],
      ['leaveAccount.name=%00', 'leaveAccount.name', /Must be a text/],
      ['fields=foo', 'fields', /'foo' is not a property of a leave\. Allowed here: id/],
      ['fields=leavePeriod.foo', 'fields', /'leavePeriod\.foo'.*Allowed here: leavePeriod\.id/],
      ['fields=', 'fields', /must not be empty/],
      ['fields=id,,date', 'fields', /must not be empty/],
      ['fields=id,', 'fields', /must not be empty/],
      ['fields=leavePeriod[]', 'fields', /must not be empty/],
      ['fields=leavePeriod.', 'fields', /must not be empty/],
      ['fields=leavePeriod[id', 'fields', /must match/],
      ['fields=leavePeriod[id]]', 'fields', /must match/],
      ['fields=leavePeriod[id][id]', 'fields', /must match|must not be empty/],
      ['fields=id]', 'fields', /must match/],
      ['fields=is AM', 'fields', /must not hold blanks/],
      ['fields=id[x]', 'fields', /not a property/],
      ['fields=id.x', 'fields', /not a property/],
      ['fields=collection', 'fields', /not a property/],
      ['fields=collection.total', 'fields', /not a property/],
      ['paging=1', 'paging', /Must be <first>,<size>/],
      ['paging=', 'paging', /Must be <first>,<size>/],
      ['paging=0,0', 'paging', /from 1 to 10000/],
      ['paging=0,10001', 'paging', /from 1 to 10000/],
      ['paging=-1,5', 'paging', /from 0/],
      ['paging=a,b', 'paging', /Must be/],
      ['paging=0,1,2', 'paging', /Must be/],
      ['orderBy=date', 'orderBy', /Must be <property>,<asc or desc>/],
      ['orderBy=', 'orderBy', /Must be <property>/],
      ['orderBy=date,up', 'orderBy', /asc or desc/],
      ['orderBy=foo,asc', 'orderBy', /'foo' is not a property/],
      ['orderBy=leavePeriod,asc', 'orderBy', /leavePeriod\.id/],
      ['orderBy=leavePeriod.logs,asc', 'orderBy', /leavePeriod\.logs\.id/],
      ['orderBy=leavePeriod.logs.id,asc', 'orderBy', /one value/],
      ['formerEmployees=perhaps', 'formerEmployees', /Must be true or false/],
    ],
    (query) => ask(query),
  );

  test('an operator takes at most a thousand values', async () => {
    const asked = (count: number) => ask(`leavePeriod.ownerId=notequal${',1'.repeat(count)}`);
    expect((await asked(1000)).status).toBe(200);
    expect((await asked(1001)).body.errors).toEqual({
      'leavePeriod.ownerId': ['At most 1000 values are allowed with an operator.'],
    });
  });

  test('one response lists all errors', async () => {
    const { body } = await ask('foo=1&date=soon&fields=bar&paging=x&orderBy=date');
    expect(Object.keys(body.errors).toSorted()).toEqual(['date', 'fields', 'foo', 'orderBy', 'paging']);
  });
});
