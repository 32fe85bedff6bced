/** The feed has no gaps, whatever transactions wait: the short form of `npm run feed`, with three nodes in one process. */
import { randomBytes } from 'node:crypto';
import { musterClient } from '@muster/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { proveFeed, wrongReading } from '../../feed/prove.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { newcomer } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { type SecondNode, secondNode } from '../../support/second-node.ts';
import { type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let service: TestService;
let others: SecondNode[];

beforeAll(async () => {
  fresh = await freshDatabase();
  const masterKey = randomBytes(32);
  service = await testService({ databaseUrl: fresh.url, masterKey });
  const another = () => secondNode(fresh.url, masterKey, service);
  others = [await another(), await another()];
});
afterAll(async () => {
  for (const node of [...others, service]) await node.stop();
  await fresh.drop();
});

test('readers that are killed and go on see every event once and in order', { timeout: 240_000 }, async () => {
  const { client } = await newcomer(service);
  const urls = [service.url, ...others.map(({ url }) => url)];
  // Tokens are valid at the public address: each client sends its requests to another node.
  const nodes = urls.map((url) =>
    musterClient({
      baseUrl: service.url,
      ...client.credentials,
      fetch: (input, init) => fetch(String(input).replace(service.url, url), init),
    }),
  );
  const options = {
    events: inForm({ short: 40, full: 150 }),
    writers: 16,
    readers: 20,
    seed: 7,
    lifeMsMax: 300,
    awayMsMax: 0,
  };
  const superuserUrl = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(fresh.url).pathname }).href;
  const { violations, figures } = await proveFeed(superuserUrl, nodes, options);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ writers: 16, nodes: 3, readers: 20 });
  expect(figures['readers killed']).toBeGreaterThan(10);
  expect(figures['events overtaken by later ones']).toBeGreaterThan(0);
});

test('the proof notices an event that is missed, seen twice, or at another place', () => {
  const log = ['4', '5', '7'].map((id) => ({ id }));
  const readings: [number[], string][] = [
    [[4, 7], 'missed 1 events, saw 0 twice, and first differs at event 5'],
    [[4, 4, 5, 7], 'missed 0 events, saw 1 twice, and first differs at event 5'],
    [[5, 4, 7], 'missed 0 events, saw 0 twice, and first differs at event 4'],
    [[4, 5], 'missed 1 events, saw 0 twice'],
  ];
  for (const [seen, wrong] of readings) {
    expect(wrongReading({ way: 'stream', seen }, log)).toEqual([`A reader by stream ${wrong}.`]);
  }
  expect(wrongReading({ way: 'stream', seen: [4, 5, 7] }, log)).toEqual([]);
});
