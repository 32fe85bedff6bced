/**
 * Metrics on a port of their own, with the health of the process, for workers, which have no other port. Loaded only with
 * MUSTER_METRICS_PORT: nothing of it costs a service that nobody measures.
 */
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import type { Observer } from '../observer.ts';
import { newRegistry, observerOf, setFormat } from './families.ts';
import { metricsServer, type Written } from './metrics-server.ts';
import { registerState, type StateOptions } from './state.ts';

export interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  readonly isWithAccounts: boolean;
}

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export interface Metrics {
  readonly observer: Observer;
  /** Opens the port. Returns where it listens. */
  serve(state: StateOptions): Promise<{ readonly port: number }>;
  /** Instead of `serve`, where no port is wanted. */
  readState(state: StateOptions): void;
  /** All values of now. */
  collect(): Promise<MetricValues>;
  stop(): Promise<void>;
}

export function openMetrics({ host, port, isWithAccounts }: MetricsOptions): Metrics {
  const register = newRegistry();
  const observer = observerOf(register, isWithAccounts);
  const server = metricsServer({ host, port, write: (accept) => written(register, accept) });
  return {
    observer,
    serve(state) {
      registerState(register, state);
      return server.listen(state.unreadiness);
    },
    readState: (state) => registerState(register, state),
    collect: () => inTurn(() => register.getMetricsAsJSON()),
    stop: server.stop,
  };
}

/** Scrapes follow each other: the format of the registry belongs to the one that is being written. */
let writing: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = writing.then(work);
  writing = next.catch(() => undefined);
  return next;
}

function written(register: Registry, accept: string): Promise<Written> {
  return inTurn(async () => {
    const type = setFormat(register, accept.includes('application/openmetrics-text'));
    const metrics = register.getMetricsAsArray();
    const names = metrics.map(({ name }) => name);
    const text = await register.metrics();
    // OpenMetrics names a counter without its last part, and the library then forgets that part.
    for (const [index, metric] of metrics.entries()) metric.name = names[index] ?? metric.name;
    return { type, text };
  });
}
