// Traces, metrics and log lines by OTLP, as a collector receives them from `npm start` with OTEL_ variables.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../../../bench/pgbouncer.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { tracesAtOnce } from '../../../server/telemetry/limited-sampler.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inFull, isFull } from '../../support/form.ts';
import { fieldsOf, type OtlpReceiver, otlpReceiver } from '../../support/otlp-receiver.ts';
import { call, tokenFor } from '../../support/service.ts';
import { compileCache, type DataFolder, dataFolder, root, type StartedService } from '../../support/started-service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const traceId = 'abcdef0123456789abcdef0123456789';
const callersSpan = '1234567890abcdef';
const name = 'Nobody reads this name in a span';

let database: FreshDatabase;
let folder: DataFolder;
let collector: OtlpReceiver;
let webhook: Receiver;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await dataFolder(undefined, { DATABASE_URL: database.url });
  collector = await otlpReceiver();
  webhook = await startReceiver();
});
afterAll(async () => {
  await folder.discard();
  await database.drop();
  await collector.close();
  await webhook.close();
});

const variables = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_METRIC_EXPORT_INTERVAL: '500',
  OTEL_METRIC_EXPORT_TIMEOUT: '500',
  MUSTER_SLOW_STATEMENT_MS: '1',
});

async function started(env: Record<string, string>): Promise<{ service: StartedService; token: string }> {
  const service = await folder.start({ env });
  return { service, token: await tokenFor(service.url, folder.credentials()) };
}

async function until(condition: () => boolean, ms = 20_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('It did not happen in time.');
    await pause(20);
  }
}

const answeredLine = (stdout: string, id: string) =>
  stdout
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"answered"'))
    .map((line) => JSON.parse(line))[0];

describe('with the address of a collector', () => {
  let stdout: string;
  beforeAll(async () => {
    const { service, token } = await started(variables());
    const endpoint = { name: 'Receiver', apiVersion: '2024-11-01', webhookUrl: webhook.url, topics: ['taxonomy.*'] };
    const subscribed = await call(service.url, token, 'POST', '/svc-api/webhook-endpoints', { body: endpoint });
    expect(subscribed.status, subscribed.text).toBe(201);
    const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
    const made = await call(service.url, token, 'POST', '/svc-api/taxonomies', { headers, body: { name } });
    expect(made.status).toBe(201);
    expect(made.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    await call(service.url, token, 'GET', `/svc-api/taxonomies/${made.body.id}`);
    await until(() => webhook.received.some(({ body }) => body.includes(name)));
    stdout = (await service.signal('SIGTERM')).stdout;
  }, 120_000);

  test('one trace leads from the request through its statements to the receiver of the webhook', () => {
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    const request = spans.find(({ parentSpanId }) => parentSpanId === callersSpan);
    expect(request).toMatchObject({
      name: 'POST /svc-api/taxonomies',
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201 },
    });
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(inside.map((span) => span.name)).toContain('insert taxonomies');
    const sending = inside.find((span) => span.name === 'POST webhook');
    const sent = webhook.received.find(({ body }) => body.includes(name));
    expect(sent?.headers.traceparent).toBe(`00-${traceId}-${sending?.spanId}-01`);
    expect(sending?.attributes).toMatchObject({ 'http.response.status_code': 202 });
  });

  test('a request without a trace begins one, and no other request joins it', () => {
    const reads = collector.spans().filter((span) => span.name === 'GET /svc-api/taxonomies/:id');
    expect(reads).toHaveLength(1);
    expect(reads[0]?.traceId).not.toBe(traceId);
    expect(reads[0]?.parentSpanId ?? '').toBe('');
  });

  test('no span, metric or log line holds a value or a name of a person', () => {
    const text = collector.text();
    const { clientSecret, adminEmail } = folder.credentials();
    for (const secret of [name, clientSecret, adminEmail, 'Lindqvist']) expect(text).not.toContain(secret);
  });

  test('metrics are those of /metrics, histograms included', () => {
    const metrics = collector.metrics();
    const requests = metrics.get('muster_http_requests_total') ?? [];
    expect(requests).toContainEqual(
      expect.objectContaining({ attributes: { method: 'POST', route: '/svc-api/taxonomies', status: '201' } }),
    );
    const durations = (metrics.get('muster_http_request_duration_seconds') ?? []) as {
      bucketCounts: number[];
      count: number;
    }[];
    expect(durations.length).toBeGreaterThan(0);
    for (const { bucketCounts, count } of durations) {
      expect(bucketCounts.reduce((sum, one) => sum + Number(one), 0)).toBe(Number(count));
    }
    expect(metrics.has('muster_ready')).toBe(true);
  });

  test('log lines are sent with their trace, and say what a request took', () => {
    const line = answeredLine(stdout, traceId);
    expect(line).toMatchObject({ traceId, status: 201, account: 'demo', version: expect.any(String), waitMs: 0 });
    for (const member of ['requestBytes', 'responseBytes', 'statements', 'databaseMs']) {
      expect(line[member], member).toBeGreaterThan(0);
    }
    expect(line.accountId).toMatch(/^\d+$/);
    const sent = collector.logs().filter((record) => record.traceId === traceId);
    expect(sent.map(({ body }) => body)).toContain('answered');
  });

  test('slow statements are logged with their names and without values', () => {
    const slow = stdout.split('\n').filter((line) => line.includes('a statement was slow'));
    expect(slow.length).toBeGreaterThan(0);
    expect(JSON.parse(slow[0] ?? '')).toMatchObject({ summary: expect.stringMatching(/^\w+/), ms: expect.any(Number) });
    expect(slow.join()).not.toContain(name);
  });
});

test.runIf(isFull && hasPgBouncer)(
  'through PgBouncer, a trace has the same spans, of the same request',
  async () => {
    const pooledTrace = 'fedcba9876543210fedcba9876543210';
    const pooler = await startPgBouncer(database.url, 4);
    try {
      // The endpoint is that of before.
      const { service, token } = await started({ ...variables(), DATABASE_URL: pooler.through(database.url) });
      const before = webhook.received.length;
      const headers = { traceparent: `00-${pooledTrace}-${callersSpan}-01` };
      // Others share the few sessions meanwhile.
      const others = Array.from({ length: 20 }, () => call(service.url, token, 'GET', '/svc-api/employees?limit=5'));
      const made = await call(service.url, token, 'POST', '/svc-api/taxonomies', { headers, body: { name } });
      expect([made.status, (await Promise.all(others)).map(({ status }) => status)]).toEqual([
        201,
        others.map(() => 200),
      ]);
      await until(() => webhook.received.slice(before).some(({ body }) => body.includes(name)));
      await service.signal('SIGTERM');
    } finally {
      await pooler.close();
    }
    const named = (trace: string) => {
      const spans = collector.spans().filter((span) => span.traceId === trace);
      const request = spans.find(({ parentSpanId }) => parentSpanId === callersSpan);
      const inside = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
      return [request?.name, inside.map((span) => span.name).toSorted(), spans.length];
    };
    expect(named(pooledTrace)).toEqual(named(traceId));
  },
  120_000,
);

inFull('protobuf is what is sent by default, and a sampler keeps the traces that it is asked to keep', async () => {
  const { OTEL_EXPORTER_OTLP_PROTOCOL: _, ...others } = variables();
  const before = collector.binary('/v1/traces').length;
  const { service, token } = await started({ ...others, OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  const unsampled = await call(service.url, token, 'GET', '/svc-api/taxonomies');
  expect(unsampled.headers.get('traceparent')).toMatch(/-00$/);
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  await call(service.url, token, 'GET', '/svc-api/taxonomies', { headers });
  await service.signal('SIGTERM');
  const sent = collector.binary('/v1/traces').slice(before);
  const inside = (bytes: Buffer[], number: number) =>
    bytes.flatMap((one) => (fieldsOf(one).get(number) ?? []) as Buffer[]);
  // ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span, whose first field is the id of the trace.
  const spans = inside(inside(inside(sent, 1), 2), 2);
  expect(spans.length).toBeGreaterThan(0);
  expect(new Set(inside(spans, 1).map((id) => id.toString('hex')))).toEqual(new Set([traceId]));
});

/** server/telemetry/limited-sampler.test.ts shows the same of the sampler alone. */
inFull(
  'a busy process begins some traces, and sends the lines of those requests',
  async () => {
    const { service, token } = await started(variables());
    const answers = await Promise.all(
      Array.from({ length: 2 * tracesAtOnce }, () => call(service.url, token, 'GET', '/svc-api/taxonomies')),
    );
    const headers = { traceparent: `00-${'12'.repeat(16)}-${callersSpan}-01` };
    const continued = await call(service.url, token, 'GET', '/svc-api/taxonomies', { headers });
    await service.signal('SIGTERM');
    const [sampled, others] = ['01', '00'].map((flag) =>
      answers.flatMap(({ headers }) => {
        const [, id = '', , flags] = headers.get('traceparent')?.split('-') ?? [];
        return flags === flag ? [id] : [];
      }),
    ) as [string[], string[]];
    expect(sampled.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
    expect(continued.headers.get('traceparent')).toMatch(/-01$/);
    const ids = (all: readonly { traceId?: string | undefined }[]) => new Set(all.map((one) => one.traceId));
    for (const sent of [ids(collector.spans()), ids(collector.logs())]) {
      expect(sampled.filter((id) => !sent.has(id))).toEqual([]);
      expect(others.filter((id) => sent.has(id))).toEqual([]);
    }
    expect(collector.text()).not.toContain(others[0]);
  },
  60_000,
);

test('without OTEL_ variables, nothing of it is loaded', () => {
  // The packages are CommonJS: the cache of modules lists them.
  const script = `import { createRequire } from 'node:module';
    await import('./server/start/start.ts');
    await (await import('./server/start/load-service.ts')).loadService();
    const cache = Object.keys(createRequire(import.meta.url).cache);
    console.log(cache.some((name) => name.includes('fastify')), cache.some((name) => name.includes('opentelemetry')));`;
  const seen = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: compileCache,
  });
  expect(seen.trim()).toBe('true false');
});

test.each([
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'often'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('%s=%s is refused at the start', (variable, value) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', [variable]: value };
  expect(() => readConfig(env)).toThrow(`${variable} is "${value}"; allowed: `);
});

test('OTEL_SDK_DISABLED and exporters named none send nothing', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'true' }).telemetry).toBeNull();
  const without = { ...env, OTEL_LOGS_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
  expect([...(readConfig(without).telemetry?.signals ?? [])]).toEqual(['traces']);
});
