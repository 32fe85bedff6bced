/** A worker that freezes while it sends to an endpoint loses its lease, and does not undo the work of the next one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackNetworks } from '../../server/settings/webhooks.ts';
import { standardLimits } from '../../server/webhooks/limits.ts';
import { type Stage, stage } from '../support/frozen.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { answer, type Receiver, silence, startReceiver } from '../support/webhooks/receiver.ts';
import { change, createEndpoint } from '../support/webhooks/webhooks.ts';

let place: Stage;
let receiver: Receiver;
let api: TestService;
let other: TestService | undefined;
let client: TestClient;

beforeEach(async () => {
  place = await stage();
  receiver = await startReceiver();
  const common = { databaseUrl: place.database.url, masterKey: place.masterKey };
  api = await testService(common);
  const account = await api.openAccount('acme');
  client = await api.client(account);
  await place.observer.query(`select set_config('muster.account_id', $1, false)`, [account.id]);
}, 120_000);
afterEach(async () => {
  await stopOther();
  await api.stop();
  await place.close();
  await receiver.close();
});

const stopOther = async () => {
  await other?.stop();
  other = undefined;
};

interface Kept {
  readonly event_id: string;
  readonly attempts_count: number;
  readonly tries_count: number;
  readonly status: string;
  readonly next_attempt_at: Date | null;
}
/** That of the first request comes first: events that are published together are sent in any order. */
async function deliveries(): Promise<Kept[]> {
  const { rows } = await place.observer.query<Kept>(
    'select event_id::text, attempts_count, tries_count, status, next_attempt_at from deliveries order by event_id',
  );
  const first = JSON.parse(String(receiver.received[0]?.body ?? '{}')).id as string;
  return [...rows.filter(({ event_id }) => event_id === first), ...rows.filter(({ event_id }) => event_id !== first)];
}

test('a frozen worker is replaced within seconds; awake again it sends nothing twice and overwrites nothing', async () => {
  const worker = await place.start({
    MUSTER_ROLE: 'worker',
    MUSTER_PUBLIC_URL: api.url,
    // One after the other: the worker holds the rest when it freezes.
    MUSTER_WEBHOOK_PARALLEL_ATTEMPTS: '1',
    MUSTER_WEBHOOK_ATTEMPT_MS: '5000',
    MUSTER_WEBHOOK_WAITS: '3600,3600',
  });
  await worker.ready();
  // The first request gets no response. The receiver refuses the same event once more from the next worker, and accepts
  // the rest.
  let unanswered: unknown;
  receiver.behave((response, request) => {
    const id = request.headers['webhook-id'];
    const behaviour = unanswered === undefined ? silence : id === unanswered ? answer(500) : answer(202);
    unanswered ??= id;
    behaviour(response, request);
  });
  await createEndpoint(client, receiver.url.replace('localhost', '127.0.0.1'), { topics: ['taxonomy.created'] });
  for (const name of ['One', 'Two', 'Three']) await change(client, name);
  await api.publisher.publishAll();
  await receiver.until(1);
  worker.freeze();
  const frozenMs = performance.now();

  other = await testService({
    databaseUrl: place.database.url,
    masterKey: place.masterKey,
    webhooks: {
      networks: loopbackNetworks,
      resolve: async () => ['127.0.0.1'],
      isSending: true,
      limits: { ...standardLimits, waitsMs: [3_600_000, 3_600_000] },
    },
  });
  await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([
    { attempts_count: 1, status: 'undelivered' },
    { status: 'delivered', attempts_count: 1 },
    { status: 'delivered', attempts_count: 1 },
  ]);
  expect(performance.now() - frozenMs).toBeLessThan(16_000);
  const [before] = await deliveries();
  const sent = receiver.received.length;

  worker.thaw();
  await expect.poll(async () => (await deliveries())[0]?.attempts_count, { timeout: 10_000 }).toBe(2);
  const [after, ...rest] = await deliveries();
  expect(after).toMatchObject({ tries_count: 1, status: 'undelivered', next_attempt_at: before?.next_attempt_at });
  expect(rest).toMatchObject([
    { status: 'delivered', attempts_count: 1 },
    { status: 'delivered', attempts_count: 1 },
  ]);
  expect(receiver.received.length).toBe(sent);

  // And it continues to work.
  await stopOther();
  await change(client, 'Four');
  await api.publisher.publishAll();
  await receiver.until(sent + 1);
  await expect.poll(async () => (await deliveries())[3]?.status).toBe('delivered');
  expect(worker.breakdowns).toEqual([]);
}, 60_000);
