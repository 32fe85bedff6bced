/** Requests of `/api/v3/leaves` that find rows. test/support/legacy/legacy-leaves.ts defines the names. */
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
import { expand, type FindingLine } from '../../support/legacy/legacy-lines.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;
let everyRow: string[];

async function labels(query: string): Promise<string[]> {
  const { status, body, text } = await reader.call(`/api/v3/leaves?${withIds(seeded, query)}`);
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

const all = 'gone spring hours partly denied again dropped first second old future leap turn days';
const active = 'spring hours partly again old future leap turn days';
const inactive = 'gone denied dropped first second';
const ofMarie = 'spring dropped first second';
const onTheDay = 'gone.0528AM gone.0528PM spring.0528PM hours again';

test('without a filter every leave is listed: tentative, confirmed, denied, cancelled and deleted ones', () => {
  expect(everyRow).toEqual(expand(everyRow, all));
  expect(everyRow).toHaveLength(38);
});

describe('by owner', () => {
  testLines([
    ['leavePeriod.ownerId={marie}', ofMarie],
    ['LEAVEPERIOD.ownerid={marie},{paul}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId={marie}&leavePeriod.ownerId={paul}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId={marie}&LeavePeriod.OwnerId={paul}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId={marie}%2C{paul}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId={marie}, {paul}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId=equals,{john}', 'old'],
    ['leavePeriod.ownerId=notequal,{marie},{ada}', 'hours partly denied old future leap turn'],
    ['leavePeriod.ownerId=NotEqual,{marie},{ada}', 'hours partly denied old future leap turn'],
    ['leavePeriod.ownerId=greaterthan,{greta}', ''],
    ['leavePeriod.ownerId=greaterthanorequal,{greta}', 'future'],
    ['leavePeriod.ownerId=lessthan,{marie}', 'hours turn'],
    ['leavePeriod.ownerId=lessthanorequal,{marie}', 'spring hours dropped first second turn'],
    ['leavePeriod.ownerId=99999999999999999999999999', ''],
    ['leavePeriod.ownerId=lessthan,99999999999999999999999999', all],
    ['leavePeriod.ownerId=-1', ''],
    ['leavePeriod.owner.id={john}', 'old'],
    ['leavePeriod.owner.name=Marie Lambert', ofMarie],
    ['leavePeriod.owner.name=Marie+Lambert', ofMarie],
    ['leavePeriod.owner.name=marie lambert', ''],
    ['leavePeriod.owner.name=like,LAMBERT', ofMarie],
    ['leavePeriod.owner.name=starts,jo,BJÖRN', 'partly denied old leap'],
    ['leavePeriod.owner.name=notequal,Ada Byron,John Doe,Marie Lambert', 'hours partly denied future leap turn'],
    ['leavePeriod.owner.departmentId={sales}', 'partly denied old future leap'],
    ['leavePeriod.owner.departmentId={sales}&leavePeriod.owner.name=starts,jo', 'partly old leap'],
    ['leavePeriod.owner.departmentId={sales},{finance}&date=since,2025-06-10', 'denied first second future'],
    ['leavePeriod.owner.legalEntityId={beta}&date=between,2025-06-01,2025-06-30', 'partly denied'],
    ['leavePeriod.owner.legalEntityId=notequal,{beta}&date=2025-05-28', onTheDay],
  ]);
});

test('a list of values has no bound but the length of the address', async () => {
  expect(await labels(`leavePeriod.ownerId=${'0,'.repeat(1500)}{john}`)).toEqual(expand(everyRow, 'old'));
});

describe('by date', () => {
  testLines([
    ['date=2025-05-28', onTheDay],
    ['Date=2025-5-28', onTheDay],
    ['date=2025-05-28Z', onTheDay],
    ['date=2025-05-28T00:00:00', onTheDay],
    ['date=2025-05-28T00%3A00%3A00Z', onTheDay],
    ['date=2025-05-28T10:00:00', ''],
    ['date=2025-05-28,2025-06-10', 'gone.0528AM gone.0528PM spring.0528PM hours denied again first second'],
    ['date=since,2025-06-10', 'denied first second future'],
    ['date=SINCE,2025-06-10', 'denied first second future'],
    ['date=since,2025-06-09T10:00:00', 'denied first second future'],
    ['date=until,2015-06-01', 'old'],
    ['date=until,2015-05-31T23:59:59', ''],
    ['date=between,2024-12-31,2025-01-01', 'turn'],
    ['date=between,2024-2-29,2024-2-29', 'leap'],
    ['date=between,2025-06-30,2025-06-01', ''],
    ['date=greaterthan,2025-06-10', 'future'],
    ['date=greaterthanorequal,2090-03-01', 'future'],
    ['date=lessthan,2024-02-29', 'old'],
    ['date=lessthanorequal,2024-02-29', 'old leap'],
    ['date=since,9999-12-31', ''],
    ['date=until,9999-12-31&leavePeriod.ownerId={greta}', 'future'],
    ['date=until,0001-01-01', ''],
    ['date=today', 'days.0512AM days.0512PM'],
    ['date=Now', 'days.0512AM days.0512PM'],
    ['date=yesterday,tomorrow', 'days.0511AM days.0511PM days.0513AM days.0513PM'],
    ['date=between,yesterday,tomorrow', 'days'],
    ['date=notequal,2025-05-28&leavePeriod.ownerId={ada}', 'gone.0529AM gone.0529PM days'],
    ['leavePeriod.startsOn=2025-05-28', 'gone spring hours again'],
    ['leavePeriod.endsOn=until,2015-12-31', 'old'],
    ['leavePeriod.startsAM=false', 'spring'],
    ['leavePeriod.endsAM=true', 'spring again second'],
  ]);
});

describe('by id', () => {
  testLines([
    ['id={spring}-20250528-PM', 'spring.0528PM'],
    ['id={hours}-20250528-AM,{spring}-20250528-PM', 'spring.0528PM hours.0528AM'],
    ['id={spring}-20250528-PM&id={spring}-20250602-AM', 'spring.0528PM spring.0602AM'],
    ['id={spring}-20250528-pm', ''],
    ['id=0{spring}-20250528-PM', ''],
    ['id=nonsense', ''],
    ['id=99999999999999999999-20250528-PM', ''],
    ['id={spring}-20259999-PM', ''],
    ['id={spring}-00000101-PM', ''],
    ['id=like,-20250610-', 'denied first second'],
    ['id=starts,{spring}-', 'spring'],
    ['id=notequal,{old}-20150601-AM&leavePeriod.ownerId={john}', 'old.0601PM'],
    ['name={spring}-20250530-AM', 'spring.0530AM'],
    ['leavePeriodId={spring},{old}', 'spring old'],
    ['leavePeriod.id={leap}', 'leap'],
  ]);
});

describe('by state and account', () => {
  testLines([
    ['isAM=true&date=2025-05-28', 'gone.0528AM hours.0528AM again'],
    ['isam=False&date=2025-05-28', 'gone.0528PM spring.0528PM hours.0528PM'],
    ['isAM=true,false&date=2025-05-28', onTheDay],
    ['status=1&date=2025-05-28', 'gone.0528AM gone.0528PM spring.0528PM'],
    ['status=confirmed&date=2025-05-28', 'gone.0528AM gone.0528PM spring.0528PM'],
    ['status=Temporary', 'hours partly denied again first second'],
    ['status=0,1', all],
    ['status=notequal,Confirmed&date=2025-05-28', 'hours again'],
    ['status=lessthan,1&date=2025-05-28', 'hours again'],
    ['isActive=true', active],
    ['isActive=false', inactive],
    ['isActive=true,false', all],
    ['isActive=notequal,false&date=2025-05-28', 'spring.0528PM hours again'],
    ['leavePeriod.isConfirmed=true&isActive=false', 'gone dropped'],
    ['leaveAccountId={recovery}', 'hours'],
    ['leaveAccountId={recovery},{paid}&isActive=true', 'spring hours partly again'],
    ['leaveAccountId={sick}&date=since,2025-05-28', 'gone dropped future'],
    ['leaveAccount.id={recovery}', 'hours'],
    ['leaveAccount.name=Sickness', 'gone dropped old future leap turn days'],
    ['leaveAccount.name=like,%25_NET', 'hours'],
    ['leaveAccount.name=like,_', 'hours'],
    ['leaveAccount.name=like,', all],
    ['leaveAccount.name=', ''],
    ['leaveAccount.name=like', ''],
    ['leaveAccount.name=starts,paid,reco', 'spring hours partly denied again first second'],
    ['leaveAccount.name=notequal,Sickness,Paid leave 2025', 'hours'],
    ['duration=01:30:00', 'hours.0528PM'],
    ['value=1.5', 'hours.0528PM'],
    ['value=notequal,null', 'hours'],
    ['leaveAccountDuration=greaterthan,0.5', 'hours'],
    ['leaveAccountDuration=3.5', 'hours.0528AM'],
    ['cancellationUserId={joana}', 'denied'],
    ['cancellationUserId=notequal,null', 'denied'],
    ['cancellationUserId=null&isActive=false', 'gone dropped first second'],
    ['comment=like,INVENTORY', 'denied'],
    ['comment=null&leavePeriod.ownerId={bjorn}', ''],
    ['leavePeriod.attachmentId=null&date=today', 'days.0512AM days.0512PM'],
    ['isRealLeave=true&isRemoteWork=false&color=null', all],
  ]);
});

describe('by moment', () => {
  testLines([
    ['creationDate=2025-04-14T09:12:44', 'spring'],
    ['creationDate=2025-04-14', 'spring'],
    ['creationDate=2025-04-14,2025-04-10T07:00:00', 'gone spring'],
    ['creationDate=since,2025-05-01T11:00:00', 'turn days'],
    ['creationDate=since,2025-05-01T11:00:00Z', 'turn days'],
    ['creationDate=since,2025-05-01T11:00:00.000Z', 'turn days'],
    ['creationDate=since,2025-5-1T11:0:1', 'days'],
    ['creationDate=until,2025-04-14T09:12:44', 'gone spring'],
    ['creationDate=until,2025-04-14T09:12:43', 'gone'],
    ['creationDate=until,2025-04-14', 'gone spring'],
    ['creationDate=lessthan,2025-04-14T09:12:44', 'gone'],
    ['creationDate=greaterthan,2025-05-01', 'days'],
    ['creationDate=greaterthan,2025-05-01T11:00:00', 'days'],
    ['creationDate=between,2025-04-10,2025-04-14', 'gone spring'],
    ['creationDate=since,today', 'days'],
    ['creationDate=since,now', ''],
    ['creationDate=notequal,2025-04-14&leavePeriod.ownerId={marie}', 'dropped first second'],
    ['cancellationDate=null', active],
    ['cancellationDate=', active],
    ['cancellationDate=notequal,null', inactive],
    ['cancellationDate=since,2025-04-27T10:00:00', 'dropped first second'],
    ['cancellationDate=since,2025-04-28,null&leavePeriod.ownerId={marie}', 'spring first second'],
    ['cancellationDate=until,2025-04-24,null&date=since,2025-06-10', 'denied future'],
    ['cancellationDate=2025-04-24T10:00:00,null&date=since,2025-06-10', 'denied future'],
    ['cancellationDate=notequal,2025-04-24T10:00:00&date=since,2025-06-10', 'first second future'],
    ['cancellationDate=notequal,2025-04-24,null&date=since,2025-06-10', 'first second'],
    ['leavePeriod.confirmationDate=since,2025-04-16T06:55:00', 'spring dropped old future leap turn days'],
    ['leavePeriod.confirmationDate=null', 'hours partly denied again first second'],
    ['cancellationDate=since,2025-04-25T00:00:00Z&paging=0,1000&orderby=id,asc', 'gone dropped first second'],
  ]);
});

describe('through an array', () => {
  testLines([
    ['leavePeriod.logs.status=3', 'denied'],
    ['leavePeriod.logs.status=cancelled', 'dropped first second'],
    ['leavePeriod.logs.status=notequal,0&leavePeriod.ownerId={marie}', ofMarie],
    ['leavePeriod.logs.id=3', 'spring'],
    ['leavePeriod.logs.date=2025-04-15', 'spring'],
    ['leavePeriod.logs.comment=like,inventory', 'denied'],
    ['leavePeriod.logs.comment=null&leavePeriod.ownerId={bjorn}', 'denied'],
    ['leavePeriod.leaves.id={spring}-20250602-AM', 'spring'],
  ]);
});
