/**
 * Events of people who move between establishments, for client applications that are limited to one of them: by a write,
 * by a day and by a deletion; read, listed, awaited, streamed, sent and sent again. Who may not read a resource after the
 * change learns that it changed, and nothing else.
 */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../support/event-stream.ts';
import { newcomer, pathOf, type Row } from '../../support/examples.ts';
import { type EventRow, establishment, eventsSeen } from '../../support/organization/organization.ts';
import { at, company, hired, moved } from '../../support/people/people.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { createEndpoint, deliver, type Endpoint, sendingService } from '../../support/webhooks/webhooks.ts';

const dayMs = 86_400_000;

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await sendingService();
  receiver = await startReceiver();
  receiver.behave(answer(202));
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

interface Reader {
  client: TestClient;
  readonly path: string;
  readonly endpoint: Endpoint;
}

interface Scene {
  readonly owner: Reader;
  readonly former: Reader;
  readonly latter: Reader;
  readonly stranger: Reader;
  readonly [name: string]: Reader;
}

/** Three establishments of one company, and an application for each; all of them are sent everything they may see. */
async function newScene() {
  const { account, client } = await newcomer(service);
  const where = await company(client, { timezoneId: 'Europe/Paris' });
  const elsewhere = await establishment(client, where.owner, { timezoneId: 'Europe/Paris' });
  const third = await establishment(client, where.owner);
  const today = service.now().toISOString().slice(0, 10);
  const employee = await hired(client, where);
  const [position] = (await client.call('GET', `${pathOf(jobPositions)}?employment.employee.id=${employee.id}`)).body
    .items;
  const reader = async (establishments: readonly string[] | null): Promise<Reader> => {
    const own = await service.client(account, { establishments });
    const path = `/${own.credentials.clientId}`;
    return { client: own, path, endpoint: await createEndpoint(own, receiver.url + path) };
  };
  const readers: Scene = {
    owner: await reader(null),
    former: await reader([where.place.id]),
    latter: await reader([elsewhere.id]),
    stranger: await reader([third.id]),
  };
  await service.publisher.publishAll();
  await deliver(service);
  return { where: { ...where, employee }, elsewhere, position, readers, today };
}

/** Events since an id, as a list shows them. */
const since = async ({ client }: Reader, id: string) =>
  (await eventsSeen(service, client, `&id.between=${Number(id) + 1}--..&-data.type=webhook-endpoint`)) as (EventRow & {
    previousAttributes?: object;
  })[];

const lastId = async ({ client }: Reader) => (await eventsSeen(service, client)).at(-1)?.id ?? '0';

const reducedTo = ({ id, type, url }: Row) => ({ id, type, url });

/** The same events by every other way, equal to those of the list. */
async function sameByEveryWay(reader: Reader, events: readonly EventRow[], after: string): Promise<void> {
  const { client, endpoint, path } = reader;
  for (const event of events) {
    expect((await client.call('GET', `/svc-api/events/${event.id}`)).body).toEqual(event);
  }
  const waited = await client.call('GET', '/svc-api/events?wait=1&-data.type=webhook-endpoint', {
    headers: { 'last-event-id': after },
  });
  expect(waited.body.items).toEqual(events);
  const stream = await openStream(service.url, client, '/svc-api/events?-data.type=webhook-endpoint', {
    'last-event-id': after,
  });
  expect((await stream.take(events.length)).map(({ data }) => data)).toEqual(events);
  stream.close();
  const bare = events.map(({ links: _, embedded: __, ...event }: Row) => event);
  const sentBy = async (work: () => Promise<unknown>) => {
    await deliver(service);
    receiver.received.length = 0;
    await work();
    await deliver(service);
    const own = receiver.received.filter((request) => request.path === path);
    const bodies = own.map(({ body }) => JSON.parse(String(body)));
    return bodies.sort((one, other) => Number(one.id) - Number(other.id));
  };
  const sentAgain = await sentBy(async () => {
    for (const { id } of events) {
      const body = { webhookEndpoint: { id: endpoint.id }, event: { id } };
      expect((await client.call('POST', '/svc-api/webhook-deliveries', { body })).status).toBe(201);
    }
  });
  expect(sentAgain).toEqual(bare);
  const redelivered = await sentBy(async () => {
    const body = {
      webhookEndpoint: { id: endpoint.id },
      startsAt: '2000-01-01T00:00:00Z',
      onlyUndelivered: false,
    };
    expect((await client.call('POST', '/svc-api/webhook-redeliveries', { body })).status).toBe(201);
  });
  expect(redelivered.filter(({ id }) => events.some((event) => event.id === id))).toEqual(bare);
}

/** Sees the event, and may read the resource: whole. Sees it and may not: reduced. */
function expectReduced(events: readonly EventRow[], whole: readonly EventRow[]): void {
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) {
    const all = whole.find(({ id }) => id === event.id) as EventRow;
    const { previousAttributes: _, ...rest } = all as EventRow & { previousAttributes?: object };
    expect(event).toEqual({ ...rest, data: reducedTo(all.data) });
  }
}

test('a position that is moved to another establishment', async () => {
  const { readers, where, elsewhere, position } = await newScene();
  const before = await lastId(readers.owner);
  const body = { businessEstablishment: at(elsewhere) };
  expect((await readers.owner.client.call('PATCH', pathOf(jobPositions, position.id), { body })).status).toBe(200);
  const all = await since(readers.owner, before);
  expect(all.map(({ topic }) => topic)).toContain('job-position.updated');
  for (const event of all) expect(event.businessEstablishment).toMatchObject({ id: elsewhere.id });
  expect(await since(readers.latter, before)).toEqual(all);
  expect(await since(readers.stranger, before)).toEqual([]);
  const seen = await since(readers.former, before);
  expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expectReduced(seen, all);
  expect(JSON.stringify(seen)).not.toContain(where.employee.familyName);
  await sameByEveryWay(readers.former, seen, before);
  await sameByEveryWay(readers.latter, all, before);
});

test('a day on which somebody begins elsewhere, and the deletion of that position', async () => {
  const { readers, where, elsewhere, today } = await newScene();
  const { owner } = readers;
  const tomorrow = new Date(Date.parse(today) + 2 * dayMs).toISOString().slice(0, 10);
  const employment = (await owner.client.call('GET', `/svc-api/employments?employee.id=${where.employee.id}`)).body
    .items[0];
  const next = await moved(owner.client, { ...where, place: elsewhere }, employment, tomorrow);
  const planned = await since(owner, '0');
  // The events of a position name its own establishment, also while the person works elsewhere.
  const created = planned.find(({ data }) => data.id === next.id && data.type === 'job-position') as EventRow;
  expect(created.businessEstablishment).toMatchObject({ id: elsewhere.id });
  expectReduced(
    (await since(readers.latter, '0')).filter(({ id }) => id === created.id),
    planned,
  );
  expect((await since(readers.former, '0')).find(({ id }) => id === created.id)).toEqual(created);

  const renewed = async () => {
    for (const reader of Object.values(readers)) reader.client = await service.renewed(reader.client);
  };
  const before = await lastId(owner);
  service.advance(3 * dayMs);
  await renewed();
  await owner.client.call('GET', '/svc-api/employees');
  const all = await since(owner, before);
  expect(all.map(({ topic }) => topic).sort()).toEqual([
    'employee.updated',
    'job-position.updated',
    'job-position.updated',
  ]);
  const [person] = all.filter(({ topic }) => topic === 'employee.updated');
  expect(person?.businessEstablishment).toMatchObject({ id: elsewhere.id });
  expect(await since(readers.latter, before)).toEqual(all);
  expect(await since(readers.stranger, before)).toEqual([]);
  const seen = await since(readers.former, before);
  expect(seen).toHaveLength(all.length);
  expectReduced(seen, all);
  await sameByEveryWay(readers.former, seen, before);

  const later = await lastId(owner);
  expect((await owner.client.call('DELETE', pathOf(jobPositions, next.id))).status).toBe(204);
  const undone = await since(owner, later);
  const [deletion, ...others] = undone;
  expect(deletion).toMatchObject({ topic: 'job-position.deleted', businessEstablishment: { id: elsewhere.id } });
  for (const event of others) expect(event.businessEstablishment).toMatchObject({ id: where.place.id });
  const [seenDeletion, ...seenOthers] = await since(readers.latter, later);
  expect(seenDeletion).toEqual(deletion);
  expectReduced(seenOthers, undone);
  const [back, ...whole] = await since(readers.former, later);
  expectReduced([back as EventRow], undone);
  expect(whole).toEqual(others);
});

test('confidential members of somebody who left are neither shown nor decrypted', async () => {
  const { readers, where, elsewhere, position } = await newScene();
  const { owner, former } = readers;
  const record = { employee: at(where.employee), birthDate: '1990-05-17' };
  const made = await owner.client.call('POST', pathOf(employeePersonalRecords), { body: record });
  expect(made.status, made.text).toBe(201);
  await owner.client.call('PATCH', pathOf(jobPositions, position.id), {
    body: { businessEstablishment: at(elsewhere) },
  });
  const before = await lastId(owner);
  await owner.client.call('PATCH', pathOf(employeePersonalRecords, made.body.id), {
    body: { birthDate: '1991-06-18' },
  });
  expect((await since(owner, before)).length).toBeGreaterThan(0);
  expect(await since(former, before)).toEqual([]);
  const old = (await since(former, '0')).find(
    ({ data }) => data.id === made.body.id && data.type === 'employee-personal-record',
  );
  expect(old?.data).toMatchObject({ birthDate: '1990-05-17' });
});

test('a reduced event has another version than the whole one', async () => {
  const { readers, elsewhere, position } = await newScene();
  await readers.owner.client.call('PATCH', pathOf(jobPositions, position.id), {
    body: { businessEstablishment: at(elsewhere) },
  });
  const [event] = (await eventsSeen(service, readers.owner.client, '&topic=job-position.updated')) as [EventRow];
  const tagFor = async ({ client }: Reader) =>
    (await client.call('GET', `/svc-api/events/${event.id}`)).headers.get('etag');
  expect(await tagFor(readers.former)).not.toBe(await tagFor(readers.latter));
  const cached = await readers.former.client.call('GET', `/svc-api/events/${event.id}`, {
    headers: { 'if-none-match': String(await tagFor(readers.owner)) },
  });
  expect(cached.status).toBe(200);
});
