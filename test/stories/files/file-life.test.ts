/** Unreferenced files are removed after a day; referenced or just referenced files never are. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { download, filesIn, linkOf, somePng, uploaded } from '../../support/files/files.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { hired, hiring, newCompany, rehired } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const hourMs = 3_600_000;

let service: TestService;
let where: Awaited<ReturnType<typeof newCompany>>;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  where = await newCompany(service);
  ({ account, client } = where);
});
afterAll(() => service.stop());

/** This many hours later, after the sweep of that hour. */
async function later(hours: number): Promise<void> {
  service.advance(hours * hourMs);
  client = await service.renewed(client);
  await service.fileSweep.removeUnreferenced();
}

const isThere = async ({ id }: Row) => (await client.call('GET', `/svc-api/files/${id}?token=x`)).status === 403;
const keptOf = async ({ id }: Row) => (await filesIn(service.filesDir)).filter((path) => path.includes(id));
const topicsOf = async ({ id }: Row) =>
  (await eventsSeen(service, client)).filter(({ data }) => data.id === id).map(({ topic }) => topic);

test('a file that was never named goes after 24 hours, with its event and its bytes', async () => {
  const file = await uploaded(client);
  await later(23);
  expect([await isThere(file), (await keptOf(file)).length]).toEqual([true, 1]);
  await later(1);
  expect([await isThere(file), await keptOf(file)]).toEqual([false, []]);
  expect(await topicsOf(file)).toEqual(['file.created', 'file.deleted']);
  const body = hiring(where, {}, { document: { id: file.id } });
  const reply = await client.call('POST', pathOf(employees), { body });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['firstEmployment.document.id']]);
});

test('a file that is named stays, and goes 24 hours after its last name was taken back', async () => {
  const image = { bytes: await somePng(), fileName: 'face.png', contentType: 'image/png' };
  const file = await uploaded(client, image);
  const employee = await hired(client, where, { portrait: { id: file.id } });
  await later(100);
  expect(await isThere(file)).toBe(true);
  const href = await linkOf(client, pathOf(employees, employee.id), 'portrait');
  await download(client, href, { accept: 'image/*' });
  expect((await keptOf(file)).length).toBe(2);
  await client.call('PATCH', pathOf(employees, employee.id), { body: { portrait: null } });
  await later(23);
  expect(await isThere(file)).toBe(true);
  await later(1);
  // The reduced image is removed with it.
  expect([await isThere(file), await keptOf(file)]).toEqual([false, []]);
});

test('a file of several names stays until the last of them is gone', async () => {
  const document = { id: (await uploaded(client)).id };
  const one = await hired(client, where, {}, { document, end: { date: '2024-06-30' } });
  const again = await rehired(client, where, one, { document, start: { date: '2025-01-01' } });
  const first = pathOf(employments, (one.applicableEmployment as Row).id);
  await client.call('PATCH', first, { body: { document: null } });
  await later(48);
  expect(await isThere(document)).toBe(true);
  expect((await client.call('DELETE', pathOf(employments, again.id))).status).toBe(204);
  await later(23);
  expect(await isThere(document)).toBe(true);
  await later(1);
  expect(await isThere(document)).toBe(false);
});

test('a file that is named again in time stays', async () => {
  const file = await uploaded(client);
  const { applicableEmployment } = await hired(client, where, {}, { document: { id: file.id } });
  const path = pathOf(employments, (applicableEmployment as Row).id);
  await client.call('PATCH', path, { body: { document: null } });
  await later(20);
  await client.call('PATCH', path, { body: { document: { id: file.id } } });
  await later(20);
  expect(await isThere(file)).toBe(true);
  await client.call('PATCH', path, { body: { document: null } });
  await later(20);
  expect(await isThere(file)).toBe(true);
});

test('an account may set another time', async () => {
  const session = service.database.session(account.id);
  const set = async (hours: number | null) => {
    await session.run(
      statement(`insert into account_settings (account_id, unreferenced_file_hours) values ($1, $2)
        on conflict (account_id) do update set unreferenced_file_hours = excluded.unreferenced_file_hours`),
      [hours],
    );
  };
  await set(72);
  const file = await uploaded(client);
  await later(71);
  expect(await isThere(file)).toBe(true);
  await later(1);
  expect(await isThere(file)).toBe(false);
  await set(1);
  const other = await uploaded(client);
  await later(1);
  expect(await isThere(other)).toBe(false);
  await set(null);
});

test('a name that is given while the sweep looks is either in time or refused: never a name of nothing', async () => {
  const files = await Promise.all(Array.from({ length: 12 }, () => uploaded(client)));
  const people = await Promise.all(files.map(() => hired(client, where)));
  service.advance(25 * hourMs);
  client = await service.renewed(client);
  const naming = files.map(async ({ id }, index) => {
    const path = pathOf(employments, ((people[index] as Row).applicableEmployment as Row).id);
    return (await client.call('PATCH', path, { body: { document: { id } } })).status;
  });
  const sweeping = Array.from({ length: 3 }, () => service.fileSweep.removeUnreferenced());
  const statuses = await Promise.all(naming);
  await Promise.all(sweeping);
  for (const [index, file] of files.entries()) {
    expect([statuses[index], await isThere(file), (await keptOf(file)).length]).toEqual(
      statuses[index] === 200 ? [200, true, 1] : [400, false, 0],
    );
    const topics = (await topicsOf(file)).filter((topic) => topic === 'file.deleted');
    expect(topics.length).toBe(statuses[index] === 200 ? 0 : 1);
  }
});

test('bytes without a file go after a day, and those of a file never do', async () => {
  const file = await uploaded(client);
  const [kept = ''] = await keptOf(file);
  const lost = '01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21';
  const paths = [
    join(service.filesDir, account.id, '21', lost),
    join(service.filesDir, account.id, '21', `${lost}.preview-512`),
    join(service.filesDir, '999', '21', lost),
    join(service.filesDir, '.drafts', 'a-write-that-died'),
  ];
  const foreign = join(service.filesDir, 'README', '21', 'not of our making');
  for (const path of [...paths, foreign]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'left behind');
  }
  await service.fileSweep.removeOrphans();
  // The clock of the service has moved, that of the file system has not: everything is old except what was made now.
  expect((await filesIn(service.filesDir)).filter((path) => paths.includes(path))).toEqual([]);
  const past = new Date(Date.now() - 48 * hourMs);
  await utimes(kept, past, past);
  await service.fileSweep.removeOrphans();
  expect([await keptOf(file), await filesIn(dirname(foreign))]).toEqual([[kept], [foreign]]);
});
