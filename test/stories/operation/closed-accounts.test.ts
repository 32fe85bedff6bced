/** In an account that is deleted and in its grace time, nothing is sent, made or changed, until somebody keeps it. */
import { randomBytes } from 'node:crypto';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeAccount, keepAccount } from '../../../server/admin/sandboxes/closing.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { putDays } from '../../../server/leaves/calendars.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample, type Row } from '../../support/examples.ts';
import { sendFile } from '../../support/imports/imports.ts';
import { leaveAccount, leaveOf } from '../../support/leaves/leaves.ts';
import { type MailReceiver, mailReceiver } from '../../support/mail-server.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { secondNode } from '../../support/second-node.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { after, answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver } from '../../support/webhooks/webhooks.ts';

const dayMs = 86_400_000;
const masterKey = randomBytes(32);
type Place = Company & { readonly account: Account; readonly client: TestClient };

let database: FreshDatabase;
let service: TestService;
let closed: Place;
/** Shows that the work goes on otherwise. */
let open: Place;
let receiver: Receiver;
let mails: MailReceiver;

beforeAll(async () => {
  database = await freshDatabase();
  mails = await mailReceiver();
  await mails.listen();
  service = await testService({ databaseUrl: database.url, masterKey, role: 'api', mailServer: mails.setting });
  receiver = await startReceiver();
});
beforeEach(async () => {
  [closed, open] = [await newCompany(service), await newCompany(service)];
  receiver.behave(answer(204));
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await mails.close();
  await service.stop();
  await database.drop();
});

const close = () =>
  service.database.transaction(closed.account.id, (tx) =>
    closeAccount(tx, new Date(service.now().getTime() + 30 * dayMs)),
  );
const keep = () => service.database.transaction(closed.account.id, keepAccount);
const receivedAt = (path: string) => receiver.received.filter((one) => one.path === path).length;

const startWorker = () =>
  secondNode(database.url, masterKey, service, {
    role: 'worker',
    webhooks: { networks: loopbackNetworks, isSending: false },
    mailServer: mails.setting,
  });

test('webhooks wait', async () => {
  for (const [client, path] of [[closed.client, '/closed'] as const, [open.client, '/open'] as const]) {
    await createEndpoint(client, receiver.url + path, { topics: ['taxonomy.created'] });
    await change(client, 'An event');
  }
  await service.publisher.publishAll();
  await close();
  await deliver(service);
  expect([receivedAt('/closed'), receivedAt('/open')]).toEqual([0, 1]);
  await keep();
  await deliver(service);
  expect([receivedAt('/closed'), receivedAt('/open')]).toEqual([1, 1]);
});

test('a worker that sends already stops', async () => {
  await createEndpoint(closed.client, `${receiver.url}/closed`, { topics: ['taxonomy.created'] });
  receiver.behave(after(400, answer(204)));
  for (let count = 0; count < 50; count += 1) await change(closed.client, `Event ${count}`);
  await service.publisher.publishAll();
  const sending = service.deliveries.deliverDue();
  await expect.poll(() => receivedAt('/closed')).toBeGreaterThan(0);
  await close();
  await sending;
  expect(receivedAt('/closed')).toBeLessThan(50);
  await keep();
  await deliver(service);
  const events = new Set(receiver.received.map(({ body }) => JSON.parse(String(body)).id));
  expect(events.size).toBe(50);
});

test('mails wait', async () => {
  for (const [name, { account }] of Object.entries({ closed, open })) {
    const owner = await service.person(account);
    const body = { email: `${name}@example.com`, role: 'auditor', language: 'en' };
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', { body });
    expect([invited.status, invited.body.mail], invited.text).toEqual([201, 'waiting']);
  }
  const receivers = () => mails.mails.map(({ to }) => to);
  await close();
  const worker = await startWorker();
  try {
    // The mail of the closed account is older, and would be sent first.
    await expect.poll(receivers, { timeout: 20_000 }).toEqual(['open@example.com']);
    await keep();
    await expect.poll(receivers, { timeout: 20_000 }).toEqual(['open@example.com', 'closed@example.com']);
  } finally {
    await worker.stop();
  }
});

test('leaves are not counted again', async () => {
  const [monday, tuesday, friday] = ['2091-05-07', '2091-05-08', '2091-05-11'];
  const taken = new Map<Place, { readonly leave: Row; readonly calendar: Row }>();
  for (const place of [closed, open]) {
    const { client } = place;
    const calendar = await createExample(client, publicHolidaysCalendars);
    const arrangement = await createExample(client, workingTimeArrangements, {
      publicHolidaysCalendar: at(calendar),
      workingWeek: null,
    });
    const person = await hired(client, place, {}, {}, { workingTimeArrangement: at(arrangement) });
    const leaveDays = await leaveAccount(client, { unit: 'workingDays' });
    taken.set(place, { calendar, leave: await leaveOf(client, person, leaveDays, `${monday}/${friday}`) });
  }
  await close();
  // Every node counts, so there is work only from now on; that of the closed account is older, and would be done first.
  for (const [{ account }, { calendar }] of taken) {
    await service.database.transaction(account.id, (tx) =>
      putDays(tx, calendar.id, [{ date: tuesday, name: 'Holiday' }]),
    );
  }
  const isTuesdayCounted = async (place: Place) => {
    const text = 'select representation from leaves where account_id = $1 and id = $2';
    const session = service.database.session(place.account.id);
    const [row] = await session.run<{ representation: string }>({ text }, [taken.get(place)?.leave.id]);
    return row?.representation.includes(tuesday);
  };
  await expect.poll(() => isTuesdayCounted(open), { timeout: 20_000 }).toBe(false);
  expect(await isTuesdayCounted(closed)).toBe(true);
  await keep();
  await expect.poll(() => isTuesdayCounted(closed), { timeout: 20_000 }).toBe(false);
});

async function statusOf({ account }: Place, { id }: Row): Promise<string | undefined> {
  const text = 'select status from employees where account_id = $1 and id = $2';
  const [row] = await service.database.session(account.id).run<{ status: string }>({ text }, [id]);
  return row?.status;
}

test('days do not begin', async () => {
  const inDays = (days: number) => ({
    start: { date: new Date(service.now().getTime() + days * dayMs).toISOString().slice(0, 10) },
  });
  const waiting = await hired(closed.client, closed, {}, inDays(2));
  const others = [await hired(open.client, open, {}, inDays(2)), await hired(open.client, open, {}, inDays(6))];
  const before = await statusOf(closed, waiting);
  await close();
  // When the second day is recorded, every account has had its turn with the first.
  for (const other of others) {
    service.advance(4 * dayMs);
    await expect.poll(() => statusOf(open, other)).not.toBe(before);
  }
  expect(await statusOf(closed, waiting)).toBe(before);
  await keep();
  await expect.poll(() => statusOf(closed, waiting)).not.toBe(before);
});

test('imports and exports about people wait', async () => {
  const wanted: Record<string, { readonly import: string; readonly export: string }> = {};
  for (const [name, place] of Object.entries({ closed, open })) {
    const person = await hired(place.client, place);
    const owner = await service.person(place.account);
    const exported = await owner.call('POST', '/admin-api/subject-exports', { body: { employee: { id: person.id } } });
    const imported = await sendFile(place.client, 'collection=departments', '{"name":"Smiths"}\n');
    expect([exported.status, imported.status], imported.text).toEqual([201, 201]);
    wanted[name] = { import: imported.body.id, export: exported.body.id };
  }
  const states = async (name: string, { account }: Place) => {
    const session = service.database.session(account.id);
    const text = `select (select status from imports where account_id = $1 and id = $2) as import,
      (select state from subject_exports where account_id = $1 and id = $3) as export`;
    return (await session.run<object>({ text }, [wanted[name]?.import, wanted[name]?.export]))[0];
  };
  await close();
  const worker = await startWorker();
  try {
    const done = { import: 'done', export: 'done' };
    await expect.poll(() => states('open', open), { timeout: 20_000 }).toEqual(done);
    expect(await states('closed', closed)).toEqual({ import: 'waiting', export: 'planned' });
    await keep();
    await expect.poll(() => states('closed', closed), { timeout: 20_000 }).toEqual(done);
  } finally {
    await worker.stop();
  }
});
