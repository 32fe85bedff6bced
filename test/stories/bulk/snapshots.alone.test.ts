/** Streams of whole collections: at the speed of their reader, limited in number, and never cut unnoticed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inForm } from '../../support/form.ts';
import { manyHired } from '../../support/many-people.ts';
import { establishment } from '../../support/organization/organization.ts';
import { newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { opened, rowsIn, snapshotOf } from '../../support/snapshots.ts';

const people = inForm({ short: 4_000, full: 6_000 });
const path = '/svc-api/employees';
const ndjson = 'application/x-ndjson';
/** More than the buffers between service and reader hold. */
const long = `${path}?include=links,embedded`;

let service: TestService;
let client: TestClient;
let company: Awaited<ReturnType<typeof newCompany>>;
let elsewhere: { readonly id: string };

beforeAll(async () => {
  service = await testService();
  company = await newCompany(service);
  client = company.client;
  elsewhere = await establishment(client, company.owner);
  const from = '2024-01-01';
  await manyHired(service, company.account, company, people, (index) =>
    index % 1000 === 0 ? { from, to: null, placeId: elsewhere.id } : { from, to: null },
  );
}, 120_000);
afterAll(() => service.stop());

const running = async (): Promise<number> => {
  const [row] = await service.database.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and xact_start is not null
     and state like 'idle in%'`,
  );
  return Number(row?.count);
};

/** Reads pieces until some are there, and leaves the rest. */
async function begun(answer: Response): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  return reader;
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
  return bytes;
}

test('everybody arrives, quickly and in little memory', async () => {
  global.gc?.();
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  const startedMs = performance.now();
  const answer = await opened(service.url, client, path, ndjson);
  const reader = await begun(answer);
  const bytes = await readToEnd(reader);
  clearInterval(watch);
  expect(bytes).toBeGreaterThan(people * 500);
  // The bound of 5 s for 100,000, in proportion, with room for a busy machine.
  expect(performance.now() - startedMs).toBeLessThan(3000);
  expect(highest - before).toBeLessThan(120_000_000);
});

test('a reader that pauses costs no memory, and goes on', async () => {
  const reader = await begun(await opened(service.url, client, long, ndjson));
  const before = process.memoryUsage().rss;
  await sleep(1000);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  expect(await readToEnd(reader)).toBeGreaterThan(people * 800);
});

test('an account has two at once; others are not concerned, and a place is free when a reader leaves', async () => {
  const other = await newCompany(service);
  const leaving = new AbortController();
  const { signal } = leaving;
  for (let count = 0; count < 2; count += 1) await begun(await opened(service.url, client, long, ndjson, { signal }));
  const refused = await opened(service.url, client, path, ndjson);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  await refused.body?.cancel();
  expect((await snapshotOf(service, other.client, path)).status).toBe(200);
  expect((await client.call('GET', `${path}?limit=10`)).status).toBe(200);
  leaving.abort();
  await expect.poll(running).toBe(0);
  await expect.poll(async () => (await snapshotOf(service, client, `${path}?id=1`)).status).toBe(200);
});

test('what fails in the middle does not look like the end', async () => {
  const reader = await begun(await opened(service.url, client, long, ndjson));
  // It waits for its reader as soon as what it has read is not taken.
  const endWaiting = () =>
    service.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state like 'idle in%' and pid <> pg_backend_pid()`,
    );
  await expect.poll(async () => (await endWaiting()).length).toBeGreaterThan(0);
  await expect(readToEnd(reader)).rejects.toThrow();
  await expect.poll(() => service.logLines.some((line) => line.includes('"failure"'))).toBe(true);
});

test('rights that end, end the stream', async () => {
  const { account } = company;
  const revoked = await service.client(account);
  const reader = await begun(await opened(service.url, revoked, long, ndjson));
  const form = new URLSearchParams({
    token: revoked.token,
    client_id: revoked.credentials.clientId,
    client_secret: revoked.credentials.clientSecret,
  });
  expect((await fetch(`${service.url}/connect/revocation`, { method: 'POST', body: form })).status).toBe(200);
  await sleep(1100);
  await expect(readToEnd(reader)).rejects.toThrow();
});

test('a client that is limited to establishments gets their people alone', async () => {
  const limited = await service.client(company.account, { establishments: [elsewhere.id] });
  const rows = rowsIn(await snapshotOf(service, limited, path));
  expect(rows).toHaveLength(people / 1000);
  const csv = await snapshotOf(service, limited, `${path}?include=totalCount`, 'text/csv');
  expect(csv.headers.get('muster-total-count')).toBe(String(people / 1000));
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename=employees.csv');
});

test('rows and position are of one moment', async () => {
  const answer = await opened(service.url, client, path, ndjson);
  const reader = await begun(answer);
  const { body: hiredLater } = await client.call('POST', path, {
    body: {
      givenName: 'Late',
      familyName: 'Comer',
      firstEmployment: {
        start: { date: '2024-01-01' },
        template: { id: company.template.id },
        firstJobPosition: {
          businessEstablishment: { id: company.place.id },
          department: { id: company.department.id },
        },
      },
    },
  });
  const decoder = new TextDecoder();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += decoder.decode(piece.value);
  expect(text).not.toContain('"givenName":"Late"');
  await service.publisher.publishAll();
  const after = { 'last-event-id': answer.headers.get('muster-event-position') ?? '' };
  const { body } = await client.call('GET', '/svc-api/events?wait=1&topic=employee.created&limit=1000', {
    headers: after,
  });
  expect(body.items.map(({ data }: { data: { id: string } }) => data.id)).toContain(hiredLater.id);
});
