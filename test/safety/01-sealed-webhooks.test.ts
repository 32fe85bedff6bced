/**
 * Confidential members are decrypted on every path of an event or a row: sent, sent again, streamed, polled, listed,
 * forwarded and exported. For every resource that has such members, and every verb.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BulkService, bulkService, parsedLines } from '../support/commands/bulk.ts';
import { openStream } from '../support/event-stream.ts';
import { createExample, newcomer, pathOf, type Row, validValue } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { confidential } from '../support/people/personal-records.ts';
import type { TestClient } from '../support/service.ts';
import { answer, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import {
  createEndpoint,
  deliver,
  deliveriesOf,
  type Endpoint,
  endpointOf,
  otherVerifies,
} from '../support/webhooks/webhooks.ts';

const sealedMembers = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, { column }]) => (column === 'sealed' ? [name] : []));

const confidentialResources = Object.values<Resource>(resources).filter((one) => sealedMembers(one).length > 0);

let service: BulkService;
let receiver: Receiver;

beforeAll(async () => {
  service = await bulkService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

test('there are confidential members to be looked at', () => {
  expect(confidentialResources.map(({ type }) => type)).toContain('employee-personal-record');
});

/** A value for each confidential member; chosen manually if the schema is not enough. */
const valuesOf = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    sealedMembers(resource).map((name) => [
      name,
      (confidential as Record<string, unknown>)[name] ?? validValue(resource.fields[name]?.write ?? {}, name),
    ]),
  );

/** Another value for nullable members. */
const changesOf = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    sealedMembers(resource).flatMap((name) => (resource.fields[name]?.isNullable ? [[name, null]] : [])),
  );

type Event = Record<string, unknown> & { id: string; topic: string; data: Row; previousAttributes?: Row };

const bare = ({ links: _, embedded: __, ...event }: Record<string, unknown>): Event => event as Event;

describe.each(confidentialResources.map((resource) => [resource.type, resource] as const))('%s', (type, resource) => {
  let account: string;
  let client: TestClient;
  let endpoint: Endpoint;
  let row: Row;
  let expected: Record<'created' | 'updated' | 'deleted', Pick<Event, 'data' | 'previousAttributes'>>;
  let bystander: Row;

  beforeAll(async () => {
    const made = await newcomer(service);
    [account, client] = [made.account.name, made.client];
    receiver.behave(answer(202));
    endpoint = await createEndpoint(client, receiver.url, { topics: [`${type}.*`] });
    bystander = await createExample(client, resource, {});
    await deliver(service);
    receiver.received.length = 0;
    const given = valuesOf(resource);
    row = await createExample(client, resource, { ...(await anotherSubject()), ...given });
    const changed = await client.call('PATCH', pathOf(resource, row.id), { body: changesOf(resource) });
    expect(changed.status, changed.text).toBe(200);
    expect((await client.call('DELETE', pathOf(resource, row.id))).status).toBe(204);
    await service.publisher.publishAll();
    const after = bare(changed.body);
    expected = {
      created: { data: bare(row) },
      updated: {
        data: after,
        previousAttributes: Object.fromEntries(
          Object.keys(changesOf(resource)).map((name) => [name, given[name]]),
        ) as Row,
      },
      deleted: { data: { ...after, lastUpdatedAt: expect.any(String) } },
    };
  });

  /** A second owner if a resource exists once per owner. */
  async function anotherSubject(): Promise<Record<string, unknown>> {
    const employees = Object.values<Resource>(resources).find((one) => one.type === resource.fields.employee?.target);
    return employees ? { employee: { id: (await createExample(client, employees)).id } } : {};
  }

  const verbs = ['created', 'updated', 'deleted'] as const;

  /** The three events of the row by verb. */
  const byVerb = (events: readonly Record<string, unknown>[]): Record<string, Event> =>
    Object.fromEntries(
      events
        .map(bare)
        .filter(({ data, topic }) => data?.id === row.id && topic.startsWith(`${type}.`))
        .map((event) => [event.topic.slice(type.length + 1), event]),
    );

  function check(events: readonly Record<string, unknown>[]): void {
    const found = byVerb(events);
    expect(Object.keys(found).sort()).toEqual([...verbs].sort());
    for (const verb of verbs) expect(found[verb], verb).toMatchObject(expected[verb]);
  }

  const listed = async () => (await client.call('GET', `/svc-api/events?data.type=${type}&limit=1000`)).body.items;

  test('a list of events, and each by itself, shows them', async () => {
    const items = await listed();
    check(items);
    for (const { id } of items) {
      const one = await client.call('GET', `/svc-api/events/${id}`);
      expect(bare(one.body)).toEqual(bare(items.find((item: Event) => item.id === id)));
    }
  });

  test('deliveries contain what the list shows, signed by the standard', async () => {
    await deliver(service);
    const bodies = receiver.received.map((received) => {
      expect(otherVerifies(received, endpoint.secret)).toBe(true);
      return new Webhook(endpoint.secret).verify(
        String(received.body),
        received.headers as Record<string, string>,
      ) as Event;
    });
    check(bodies);
    expect(byVerb(bodies)).toEqual(byVerb(await listed()));
    expect(await endpointOf(client, endpoint.id)).toMatchObject({ status: 'active' });
    const deliveries = await deliveriesOf(client, endpoint.id);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
  });

  test('redeliveries are the same, single or by range', async () => {
    receiver.received.length = 0;
    const events = byVerb(await listed());
    for (const verb of verbs) {
      const again = await client.call('POST', '/svc-api/webhook-deliveries', {
        body: { webhookEndpoint: { id: endpoint.id }, event: { id: events[verb]?.id } },
      });
      expect(again.status, again.text).toBe(201);
    }
    await deliver(service);
    const single = receiver.received.splice(0).map(({ body }) => JSON.parse(String(body)));
    expect(byVerb(single)).toEqual(events);
    const range = await client.call('POST', '/svc-api/webhook-redeliveries', {
      body: {
        webhookEndpoint: { id: endpoint.id },
        startsAt: new Date(service.now().getTime() - 3_600_000).toISOString(),
        endsAt: new Date(service.now().getTime() + 3_600_000).toISOString(),
        onlyUndelivered: false,
      },
    });
    expect(range.status, range.text).toBe(201);
    await deliver(service);
    const ranged = receiver.received.map((received) =>
      new Webhook(endpoint.secret).verify(String(received.body), received.headers as Record<string, string>),
    );
    expect(byVerb(ranged as Event[])).toEqual(events);
  });

  test('a delivery that failed first brings the same at the next attempt', async () => {
    receiver.received.length = 0;
    receiver.behave(answer(500), answer(202));
    await client.call('PATCH', pathOf(resource, bystander.id), { body: valuesOf(resource) });
    await deliver(service);
    service.advance(10 * 60_000);
    client = await service.renewed(client);
    await deliver(service);
    const bodies = receiver.received.map(({ body }) => JSON.parse(String(body)) as Event);
    expect(bodies.length).toBe(2);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[0]?.data).toMatchObject(valuesOf(resource));
    service.advance(-10 * 60_000);
    client = await service.renewed(client);
  });

  test('a stream and a reader that waits get what the list shows', async () => {
    const events = await listed();
    const stream = await openStream(service.url, client, `/svc-api/events?data.type=${type}&id.between=1--..`);
    const taken = await stream.take(events.length);
    stream.close();
    check(taken.map(({ data }) => data));
    expect(byVerb(taken.map(({ data }) => data))).toEqual(byVerb(events));
    const waited = await client.call('GET', `/svc-api/events?data.type=${type}&wait=5&limit=1000`);
    expect(byVerb(waited.body.items)).toEqual(byVerb(events));
  });

  inFull('muster listen writes them, and muster export too', async () => {
    const listening = service.launch('listen', '--account', account, '--from', 'oldest', '--json');
    let written = '';
    listening.stdout?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
    const heard = () =>
      byVerb(
        parsedLines(written.slice(0, written.lastIndexOf('\n') + 1)).map(
          ({ event }) => event as Record<string, unknown>,
        ),
      );
    await expect.poll(() => Object.keys(heard()).length, { timeout: 20_000 }).toBe(3);
    listening.kill('SIGKILL');
    expect(heard()).toEqual(byVerb(await listed()));
    const exported = await service.muster('export', 'events', '--account', account);
    expect(exported.status, exported.stderr).toBe(0);
    expect(byVerb(parsedLines(exported.stdout))).toEqual(byVerb(await listed()));
    const rows = await service.muster('export', resource.path, '--account', account);
    expect(parsedLines(rows.stdout).find(({ id }) => id === bystander.id)).toMatchObject(valuesOf(resource));
  });
});
