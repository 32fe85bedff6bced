// Metrics of a service at work, read from their own port, and the health that the same port shows.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Metrics, openMetrics } from '../../../server/metrics/metrics.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { inFull } from '../../support/form.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { limits, type TestService, testService } from '../../support/service.ts';
import { after, answer, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver } from '../../support/webhooks/webhooks.ts';

const deploy = join(import.meta.dirname, '../../../deploy');
const dayMs = 86_400_000;
let service: TestService;
let metrics: Metrics;
let dataDir: string;
let url: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-metrics-'));
  metrics = openMetrics({ host: '127.0.0.1', port: 0, isWithAccounts: false });
  service = await testService({
    observer: metrics.observer,
    limits: { ...limits, requestsPerMinute: 30 },
    webhooks: { networks: loopbackNetworks, limits: { ...standardLimits, attemptMs: 2000 }, isSending: false },
  });
  const { database, unreadiness } = service;
  const { port } = await metrics.serve({ database, dataDir, unreadiness });
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await metrics.stop();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const scrape = async (accept = 'text/plain') => (await fetch(`${url}/metrics`, { headers: { accept } })).text();

/** The sum of all samples whose name and labels match. */
const sumOf = (text: string, pattern: RegExp): number =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#') && pattern.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

/** Counters and histograms that move when the service works. */
const moving = {
  requests: /^muster_http_requests_total\{method="POST",route="\/svc-api\/employees",status="201"\}/,
  durations: /^muster_http_request_duration_seconds_count/,
  quota: /^muster_http_refusals_total\{reason="quota"\}/,
  waits: /^muster_database_wait_seconds_count\{.*pool="requests"/,
  statements: /^muster_database_statement_seconds_count\{.*pool="requests"/,
  published: /^muster_events_published_total /,
  attempts: /^muster_webhook_attempts_total\{result="failed"\}/,
  ages: /^muster_webhook_delivery_age_seconds_count\{.*state="undelivered"/,
  days: /^muster_day_rollovers_total /,
  processor: /^process_cpu_seconds_total /,
};

/** Gauges that show a state. */
const shown = {
  ready: /^muster_ready /,
  connections: /^muster_database_connections\{pool="requests",state="open"\}/,
  backup: /^muster_backup_age_seconds\{/,
  signingKey: /^muster_signing_key_age_seconds /,
  encryptionKey: /^muster_encryption_key_age_seconds /,
  loop: /^nodejs_eventloop_lag_/,
  memory: /^process_resident_memory_bytes /,
};

test('an endpoint that a worker sends to is not due, whatever comes meanwhile', async () => {
  const receiver = await startReceiver();
  receiver.behave(after(1500, answer(204)));
  const { client } = await newCompany(service);
  await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Sent slowly');
  await service.publisher.publishAll();
  const sending = service.deliveries.deliverDue();
  await receiver.until(1);
  await change(client, 'Meanwhile');
  await service.publisher.publishAll();
  const now = openMetrics({ host: '127.0.0.1', port: 0, isWithAccounts: false });
  now.readState({ database: service.database, dataDir, unreadiness: service.unreadiness });
  const found = (await now.collect()).find(({ name }) => name === 'muster_webhook_endpoints');
  const states = Object.fromEntries((found?.values ?? []).map(({ labels, value }) => [labels.state, value]));
  expect(states).toEqual({ due: 0, sending: 1, failing: 0 });
  await sending;
  await receiver.close();
});

test('every metric moves when the service works', async () => {
  const before = await scrape();
  const place = await newCompany(service);
  const endpoint = await createEndpoint(place.client, 'http://127.0.0.1:1/nobody-is-here');
  expect(endpoint.id).toBeDefined();
  const tomorrow = new Date(service.now().getTime() + dayMs).toISOString().slice(0, 10);
  const { id } = await hired(place.client, place, {}, { start: { date: tomorrow } });
  await place.client.call('GET', `/svc-api/employees/${id}`);
  await fetch(`${service.url}/nowhere`);
  await deliver(service);
  service.advance(2 * dayMs);
  const client = await service.renewed(place.client);
  await client.call('GET', '/svc-api/employees');
  while ((await client.call('GET', '/svc-api/employees?limit=1')).status !== 429);
  await writeFile(join(dataDir, 'last-backup'), '');
  const after = await scrape();
  for (const [name, pattern] of Object.entries(moving)) {
    expect([name, sumOf(after, pattern) > sumOf(before, pattern)]).toEqual([name, true]);
  }
  for (const [name, pattern] of Object.entries(shown)) {
    expect([name, after.split('\n').some((line) => pattern.test(line))]).toEqual([name, true]);
  }
  for (const queue of ['imports', 'subject-exports', 'erasures', 'leave-recounts'])
    expect(after).toContain(`queue="${queue}"`);
  for (const state of ['due', 'sending', 'failing'])
    expect(after).toContain(`muster_webhook_endpoints{state="${state}"}`);
  for (const name of ['muster_events_unpublished', 'muster_events_lag_seconds', 'muster_webhook_lag_seconds'])
    expect(after).toMatch(new RegExp(`^${name} `, 'm'));
  expect(sumOf(after, shown.ready)).toBe(1);
});

test('labels have few values, and none names an account or an id', async () => {
  const text = await scrape();
  expect(text).toContain('route="none"');
  expect(text).toContain('route="/svc-api/employees/:id"');
  expect(text).not.toContain('account=');
  expect(text).not.toMatch(/route="[^"]*\/\d/);
});

test('exemplars name the trace of a request, in the format that knows them', async () => {
  const text = await scrape('application/openmetrics-text; version=1.0.0');
  expect(text).toMatch(/muster_http_request_duration_seconds_bucket\{.*# \{trace_id="[0-9a-f]{32}"\}/);
  expect(text.trimEnd()).toMatch(/# EOF$/);
  expect(await scrape()).not.toContain('trace_id');
});

inFull('promtool accepts the metrics and the alert rules, which name metrics that exist', async (context) => {
  const text = await scrape();
  const [rules, dashboard] = await Promise.all(
    ['prometheus/alerts.yaml', 'grafana/dashboard.json'].map((file) => readFile(join(deploy, file), 'utf8')),
  );
  const named = new Set(`${rules}${dashboard}`.match(/\b(muster|nodejs|process)_[a-z0-9_]+(?=[ {[\\"])/g));
  expect(named.size).toBeGreaterThan(15);
  for (const name of named) {
    // This service has no replicas; test/judges/alerts.waits.test.ts fires their rule.
    if (!name.startsWith('muster_replica_')) expect(text, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  }
  if (spawnSync('promtool', ['--version']).error) return context.skip('promtool (Debian: prometheus) is not installed');
  const check = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
    return { status, said: status === 0 ? '' : stdout + stderr };
  };
  // Samples of Node itself have names that its linter would choose otherwise.
  const own = text.split('\n').filter((line) => /^(# (HELP|TYPE) )?muster_/.test(line));
  expect(check(['check', 'metrics'], `${own.join('\n')}\n`)).toEqual({ status: 0, said: '' });
  expect(check(['check', 'rules', join(deploy, 'prometheus/alerts.yaml')])).toEqual({ status: 0, said: '' });
  // Every rule fires in its fault.
  expect(check(['test', 'rules', join(deploy, 'prometheus/alerts.test.yaml')])).toEqual({ status: 0, said: '' });
});

const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'guessed' });
const person = { account: 'acme', email: 'nobody@example.com', password: 'guessed' };

/** Each is asked to wait after some failures. */
const guesses: Readonly<Record<string, () => Promise<Response>>> = {
  'a client': () => fetch(`${service.url}/connect/token`, { method: 'POST', body: form }),
  'a person': () =>
    fetch(`${service.url}/admin-api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(person),
    }),
  'an older system': () =>
    fetch(`${service.url}/api/v3/users`, { headers: { authorization: `svc application=${randomUUID()}` } }),
};

test.each(Object.keys(guesses))('%s who guesses is not taken for load', async (who) => {
  const reasons = async () => {
    const text = await scrape();
    return ['guesses', 'load'].map((reason) =>
      sumOf(text, new RegExp(`^muster_http_refusals_total.reason="${reason}"`)),
    );
  };
  const [before = 0, load] = await reasons();
  let status: number | undefined;
  while (status !== 429) status = (await guesses[who]?.())?.status;
  expect(await reasons()).toEqual([before + 1, load]);
});

test('a service that drains is not ready and still answers', async () => {
  const ready = async (base: string) => (await fetch(`${base}/health/ready`)).status;
  expect([await ready(url), await ready(service.url)]).toEqual([200, 200]);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  service.drain();
  expect([await ready(url), await ready(service.url)]).toEqual([503, 503]);
  expect(await (await fetch(`${service.url}/health/ready`)).json()).toMatchObject({
    reason: 'the service is stopping',
  });
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  expect((await fetch(`${service.url}/docs`)).status).toBe(200);
  expect(await scrape()).toMatch(/^muster_ready 0$/m);
});
