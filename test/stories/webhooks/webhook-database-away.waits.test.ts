/** What is sent while its result cannot be stored would be sent again: nothing is sent then. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { type CutNetwork, startCutNetwork, through } from '../../faults/cut-network.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inForm } from '../../support/form.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';
import { after, answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint } from '../../support/webhooks/webhooks.ts';

const changes = inForm({ short: 160, full: 300 });
const awayMs = inForm({ short: 3000, full: 6000 });
const { parallelMax } = standardLimits;

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;
let client: TestClient;
let receiver: Receiver;
/** Of PostgreSQL, or of nobody. */
let port: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  port = Number(new URL(fresh.url).port);
  network = await startCutNetwork(() => port);
  service = await testService({
    databaseUrl: through(network, fresh.url),
    masterKey: randomBytes(32),
    limits: { ...limits, databaseSilenceMs: 4000 },
    webhooks: { networks: loopbackNetworks, isSending: true },
  });
  client = await service.client(await service.openAccount('acme'));
  receiver = await startReceiver();
  receiver.behave(after(150, answer(200)));
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await network.close();
  await fresh.drop();
});

test('while PostgreSQL is away little is sent, and afterwards nothing twice', { timeout: 90_000 }, async () => {
  await createEndpoint(client, `${receiver.url}/hook`, { topics: ['taxonomy.*'] });
  for (let made = 0; made < changes; made += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(client, `Taxonomy ${made + at}`)));
  }
  await receiver.until(20);
  const postgres = port;
  port = await findFreePort();
  network.hangUp();
  const before = receiver.received.length;
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  const meanwhile = receiver.received.length - before;
  port = postgres;
  await expect.poll(() => idsOf(receiver).size, { timeout: 40_000 }).toBe(changes);
  expect(receiver.received.length - idsOf(receiver).size).toBe(0);
  // What was in flight: a request counts as such until its result is stored.
  expect(meanwhile).toBeLessThanOrEqual(parallelMax);
});

const idsOf = ({ received }: Receiver) => new Set(received.map(({ headers }) => headers['webhook-id']));
