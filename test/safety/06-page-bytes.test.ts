/** A page has a size limit: a request for a thousand large rows gets as many as fit, and then the rest. */
import { readFileSync } from 'node:fs';
import { limits } from '@muster/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined, givenValue, severalValues, valuesPath } from '../support/attributes/attribute-values.ts';
import { definitionsPath, singleValue } from '../support/attributes/definitions.ts';
import { openStream } from '../support/event-stream.ts';
import type { Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Stage, stage } from '../support/frozen.ts';
import { legacyClient } from '../support/legacy/legacy.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { apiHeaders, type TestClient, type TestService, testService } from '../support/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

const rowBytes = 6_000_000;
const count = 6;
/** Embedded resources have the same limit again, plus one row. */
const answerBytesMax = limits.pageBytesMax + rowBytes;
const eventsPath = '/svc-api/events?data.type=employee-attribute';

let place: Stage;
let service: TestService;
let client: TestClient;
let account: Awaited<ReturnType<typeof newCompany>>['account'];
let receiver: Receiver;
const valueIds: string[] = [];

/** The peak memory of a process. */
const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
const memoryMegabytesMax = 400;

/** Makes every row large, as if it had been sent so, but without sending. */
async function inflate(table: string, member: string): Promise<void> {
  await service.database.query(
    `update ${table} set representation = replace(representation, '"${member}":"small"',
      '"${member}":"' || repeat('x', ${rowBytes - 1000}) || '"')`,
  );
}

beforeAll(async () => {
  place = await stage();
  service = await testService({ databaseUrl: place.database.url, masterKey: place.masterKey });
  receiver = await startReceiver();
  const company = await newCompany(service);
  ({ client, account } = company);
  await createEndpoint(client, receiver.url, { topics: ['employee-attribute.*'] });
  for (let index = 0; index < count; index += 1) {
    const definition = await defined(client, singleValue({ name: 'small', ...severalValues }));
    const person = await hired(client, company);
    valueIds.push((await givenValue(client, person, definition, 'small')).id);
  }
  await service.publisher.publishAll();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await place.close();
});

interface Listed {
  readonly ids: string[];
  readonly pages: number;
  readonly largest: number;
  readonly last: string;
}

/** Reads a list from link to link, with the bytes of each response. */
async function followed(
  path: string,
  direction: 'next' | 'prev' = 'next',
  most = Number.POSITIVE_INFINITY,
): Promise<Listed> {
  const ids: string[] = [];
  let [pages, largest, last] = [0, 0, path];
  for (let next: string | null = path; next !== null && ids.length < most; ) {
    last = next;
    const { status, text, body } = await client.call('GET', next);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    const page = body.items.map(({ id }: Row) => id);
    if (direction === 'next') ids.push(...page);
    else ids.unshift(...page);
    largest = Math.max(largest, text.length);
    pages += 1;
    if (body.totalCount !== undefined) expect(body.totalCount).toBe(count);
    next = body.links[direction]?.href.slice(service.url.length) ?? null;
  }
  return { ids, pages, largest, last };
}

const limitError = async (path: string) => {
  const { status, body } = await client.call('GET', path);
  return [status, Object.keys(body.errors ?? {}), body.errors?.limit?.[0]];
};
const refused = [400, ['limit'], expect.stringMatching(/16 MB.*smaller limit.*links\.next/)];

describe('the embedded resources of a page', () => {
  beforeAll(() => inflate('employee_attribute_definitions', 'name'), 60_000);

  test('takes rows to the next page where it would be too large', async () => {
    const path = `${valuesPath}?id=${valueIds.join(',')}&limit=1000&include=embedded,links,totalCount`;
    const { ids, pages, largest, last } = await followed(path);
    expect(ids).toEqual(valueIds);
    expect(pages).toBeGreaterThanOrEqual(count / 3);
    expect(largest).toBeLessThan(answerBytesMax);
    const back = await followed(last, 'prev');
    expect(back.ids).toEqual(valueIds);
  });

  test('stands with every row that refers to it', async () => {
    const { body } = await client.call('GET', `${valuesPath}?id=${valueIds.join(',')}&include=embedded,links`);
    const named = body.items.map(({ definition }: { definition: Row }) => definition.id);
    expect(Object.keys(body.embedded['employee-attribute-definition']).sort()).toEqual(named.sort());
  });

  test('is refused where nothing leads to the next page', async () => {
    expect(await limitError(`${valuesPath}?id=${valueIds.join(',')}&include=embedded`)).toEqual(refused);
  });

  test('definitions themselves are read page by page', async () => {
    const { ids, largest } = await followed(
      `${definitionsPath}?category=extension&limit=1000&include=links,totalCount`,
    );
    expect(new Set(ids).size).toBe(count);
    expect(largest).toBeLessThan(answerBytesMax);
  });
});

describe('large rows', () => {
  beforeAll(async () => {
    await inflate('employee_attributes', 'value');
    await service.database.query(
      `update employee_attributes set value = '"' || repeat('x', ${rowBytes - 1000}) || '"'`,
    );
    await inflate('events', 'value');
  }, 60_000);

  const everyValue = `${valuesPath}?definition.category=extension&limit=1000`;

  test('are each read once by following the links, forwards and backwards', async () => {
    const { ids, pages, largest, last } = await followed(`${everyValue}&sort=-createdAt&include=links,totalCount`);
    expect(ids).toEqual(valueIds.toReversed());
    expect(pages).toBe(count / 2);
    expect(largest).toBeLessThan(answerBytesMax);
    expect((await followed(last, 'prev')).ids).toEqual(ids);
  });

  test('are refused by number, and without links, where the page would be cut', async () => {
    expect(await limitError(everyValue)).toEqual(refused);
    expect(await limitError(`${everyValue}&page=1&include=links`)).toEqual(refused);
    const byNumber = `${valuesPath}?definition.category=extension&limit=2&page=2`;
    const { body } = await client.call('GET', byNumber);
    expect(body.items.map(({ id }: Row) => id)).toEqual(valueIds.slice(2, 4));
    expect(
      (await client.call('GET', `${everyValue.replace('limit=1000', 'limit=0')}&include=totalCount`)).body,
    ).toMatchObject({
      totalCount: count,
      items: [],
    });
  });

  inFull('events are listed, waited for and streamed page by page, each once', async () => {
    const listed = await followed(`${eventsPath}&limit=1000&include=links,totalCount`);
    expect(new Set(listed.ids).size).toBe(count);
    expect(listed.largest).toBeLessThan(answerBytesMax);
    const waited = await followed(`${eventsPath}&limit=1000&wait=1&include=links`, 'next', count);
    expect(waited.ids).toEqual(listed.ids);
    expect(waited.largest).toBeLessThan(answerBytesMax);
    expect(await limitError(`${eventsPath}&limit=1000`)).toEqual(refused);
    const stream = await openStream(service.url, client, eventsPath);
    const streamed = (await stream.take(count)).map(({ data }) => data.id);
    stream.close();
    expect(streamed).toEqual(listed.ids);
  });

  test('cost the service no more memory than a few pages', async () => {
    const node = await place.start({ MUSTER_ROLE: 'api', MUSTER_PUBLIC_URL: service.url });
    await node.ready();
    const copied = `account_id, topic, data_type, data_id, occurred_at, recorded_at, published_at, representation`;
    await service.database.query(`insert into events (id, ${copied})
select id + 100000 * number, ${copied} from events, generate_series(1, 10) as number where data_type = 'employee-attribute'`);
    const before = peakMegabytes(node.pid);
    const read = async (path: string) => {
      const answer = await fetch(`${node.url}${path}`, { headers: apiHeaders(client.token) });
      expect(answer.status).toBe(200);
      for await (const _ of answer.body as ReadableStream<Uint8Array>);
    };
    await read(`${everyValue}&include=links`);
    await read(`${everyValue}&include=links,embedded`);
    await read(`${eventsPath}&limit=1000&include=links`);
    expect(peakMegabytes(node.pid) - before, 'megabytes').toBeLessThan(memoryMegabytesMax);
  });

  test('older systems are asked to ask for fewer', async () => {
    const legacy = await legacyClient(service, account);
    const { status, body } = await legacy.call('/api/v3/users?fields=id,extendedData');
    expect([status, body.errors?.paging]).toEqual([400, expect.arrayContaining([expect.stringContaining('16 MB')])]);
    expect((await legacy.call('/api/v3/users?fields=id,extendedData&paging=0,1')).status).toBe(200);
  });

  test('events are delivered a few at a time, each once', async () => {
    await service.deliveries.deliverDue();
    const received = receiver.received.map(({ headers }) => headers['webhook-id'] ?? headers['svc-webhook-id']);
    expect([received.length, new Set(received).size]).toEqual([count, count]);
    expect(receiver.received.every(({ body }) => body.length > rowBytes - 1000)).toBe(true);
    expect(receiver.parallel.most).toBeLessThanOrEqual(3);
  });
});
