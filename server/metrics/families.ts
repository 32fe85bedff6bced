/** Every metric that the service itself counts. Labels have few values: patterns of addresses, names of pools, states. */
import { createRequire } from 'node:module';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerFacts, Observer, PoolCounts } from '../observer.ts';
import { durations, type Observe } from './durations.ts';
import { replicaFamilies } from './replica-families.ts';

/** From a delivery at once up to the last of the standard retries. */
const ageBuckets = [1, 5, 30, 60, 300, 1800, 7200, 21_600, 86_400, 259_200];

/** Exemplars, the trace ids of single requests, exist only in the format OpenMetrics; the older one leaves them out. */
export function newRegistry(): Registry {
  const register = new Registry();
  setFormat(register, true);
  return register;
}

/** The format that the registry writes next. */
export function setFormat(register: Registry, isOpenMetrics: boolean): string {
  const format = isOpenMetrics ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE;
  // The types of the library tie a registry to one format for ever; its code does not.
  register.setContentType(format as typeof Registry.PROMETHEUS_CONTENT_TYPE);
  return format;
}

/**
 * What the library measures of any process, except garbage collections: it is called after each of them, which took a busy
 * service one percent of its time. See decision 0115.
 */
function watchProcess(register: Registry): void {
  const load = createRequire(import.meta.url);
  for (const name of collectDefaultMetrics.metricsList.filter((one) => one !== 'gc')) {
    load(`prom-client/lib/metrics/${name}.js`)(register, { eventLoopMonitoringPrecision: lagResolutionMs });
  }
}

/** The default of the library. */
const lagResolutionMs = 10;

export function observerOf(register: Registry, isWithAccounts: boolean): Observer {
  watchProcess(register);
  const registers = [register];
  const pools = poolFamilies(registers);
  const published = new Counter({
    name: 'muster_events_published_total',
    help: 'Events that got their number.',
    registers,
  });
  const attempts = new Counter({
    name: 'muster_webhook_attempts_total',
    help: 'Requests to webhook endpoints, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['succeeded', 'failed']) attempts.inc({ result }, 0);
  const ages = new Histogram({
    name: 'muster_webhook_delivery_age_seconds',
    help: 'Age of a delivery when an attempt has ended, by its state then: undelivered ones are tried again.',
    labelNames: ['state'],
    buckets: ageBuckets,
    registers,
  });
  for (const state of ['undelivered', 'delivered', 'failed']) ages.zero({ state });
  const days = new Counter({
    name: 'muster_day_rollovers_total',
    help: 'Batches of people who were changed by a day that began.',
    registers,
  });
  return {
    answered: requestFamilies(registers, isWithAccounts),
    pool: pools,
    replicas: replicaFamilies(registers),
    published: (events) => published.inc(events),
    attempted({ isSuccessful, state, ageSeconds }) {
      attempts.inc({ result: isSuccessful ? 'succeeded' : 'failed' });
      ages.observe({ state }, ageSeconds);
    },
    dayBegan: () => days.inc(),
  };
}

/** Requests of one method, address and status. */
interface Answers {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  readonly method: string;
  readonly status: number;
  readonly observe: Observe;
  /** Since the last time that the counter was read. */
  count: number;
  lastTraceId: string;
}

function requestFamilies(registers: Registry[], isWithAccounts: boolean): Observer['answered'] {
  // A route has few methods and statuses. One text of all three would have to be made for each request.
  const byRoute = new Map<string, Answers[]>();
  // Exemplars have a label that the metric itself has not.
  new Counter<string>({
    name: 'muster_http_requests_total',
    help: 'Answered requests, by the pattern of their address and by status.',
    labelNames: ['method', 'route', 'status'],
    enableExemplars: true,
    registers,
    collect() {
      for (const answers of [...byRoute.values()].flat()) {
        const { labels, count, lastTraceId } = answers;
        if (count > 0) this.inc({ labels, value: count, exemplarLabels: { trace_id: lastTraceId } });
        answers.count = 0;
      }
    },
  });
  const secondsOf = durations(
    registers,
    'muster_http_request_duration_seconds',
    'Time from the head of a request to the end of its response.',
  );
  const refusals = new Counter({
    name: 'muster_http_refusals_total',
    help: 'Requests that were asked to come later: quota is that of a caller, guesses are failed attempts to sign in, load is a burst or a full queue.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['quota', 'guesses', 'load']) refusals.inc({ reason }, 0);
  const byAccount = isWithAccounts
    ? new Counter({
        name: 'muster_account_requests_total',
        help: 'Answered requests, by account.',
        labelNames: ['account'],
        registers,
      })
    : null;
  return (answer: AnswerFacts) => {
    const { method, route, status, traceId, account } = answer;
    const ofRoute = byRoute.get(route) ?? [];
    if (ofRoute.length === 0) byRoute.set(route, ofRoute);
    let answers = ofRoute.find((one) => one.status === status && one.method === method);
    if (!answers) {
      const labels = { method, route, status: String(status) };
      answers = { labels, method, status, observe: secondsOf({ method, route }), count: 0, lastTraceId: traceId };
      ofRoute.push(answers);
    }
    answers.count += 1;
    answers.lastTraceId = traceId;
    answers.observe(answer.seconds, traceId);
    if (answer.refusal !== null) refusals.inc({ reason: answer.refusal });
    if (account !== undefined) byAccount?.inc({ account });
  };
}

function poolFamilies(registers: Registry[]): Observer['pool'] {
  const open = new Map<string, () => PoolCounts>();
  new Gauge({
    name: 'muster_database_connections',
    help: 'Connections to PostgreSQL by pool: open ones, idle ones among them, and statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, counts] of open) {
        for (const [state, count] of Object.entries(counts())) this.set({ pool, state }, count);
      }
    },
  });
  const waitsOf = durations(
    registers,
    'muster_database_wait_seconds',
    'How long statements and transactions waited for a connection.',
  );
  const usesOf = durations(
    registers,
    'muster_database_statement_seconds',
    'How long statements and transactions used a connection.',
  );
  return (pool) => {
    const [waits, uses] = [waitsOf({ pool }), usesOf({ pool })];
    return {
      opened: (counts) => open.set(pool, counts),
      waited: (ms) => waits(ms / 1000),
      used: (ms) => uses(ms / 1000),
    };
  };
}
