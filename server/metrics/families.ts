/** Every metric that the service itself counts. Labels have few values: patterns of addresses, names of pools, states. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerFacts, Observer, PoolCounts } from '../observer.ts';
import { replicaFamilies } from './replica-families.ts';

/** From a read by its id up to the limit of a request. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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

export function observerOf(register: Registry, isWithAccounts: boolean): Observer {
  collectDefaultMetrics({ register });
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

function requestFamilies(registers: Registry[], isWithAccounts: boolean): Observer['answered'] {
  // Exemplars have a label that the metric itself has not.
  const requests = new Counter<string>({
    name: 'muster_http_requests_total',
    help: 'Answered requests, by the pattern of their address and by status.',
    labelNames: ['method', 'route', 'status'],
    enableExemplars: true,
    registers,
  });
  const seconds = new Histogram<string>({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets,
    enableExemplars: true,
    registers,
  });
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
    const exemplarLabels = { trace_id: traceId };
    requests.inc({ labels: { method, route, status: String(status) }, value: 1, exemplarLabels });
    seconds.observe({ labels: { method, route }, value: answer.seconds, exemplarLabels });
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
  const waits = new Histogram({
    name: 'muster_database_wait_seconds',
    help: 'How long statements and transactions waited for a connection.',
    labelNames: ['pool'],
    buckets,
    registers,
  });
  const uses = new Histogram({
    name: 'muster_database_statement_seconds',
    help: 'How long statements and transactions used a connection.',
    labelNames: ['pool'],
    buckets,
    registers,
  });
  return (pool) => ({
    opened: (counts) => open.set(pool, counts),
    waited: (ms) => waits.observe({ pool }, ms / 1000),
    used: (ms) => uses.observe({ pool }, ms / 1000),
  });
}
