/**
 * Metrics on a port of their own, with the health of the process, for workers, which have no other port. Loaded only with
 * MUSTER_METRICS_PORT: nothing of it costs a service that nobody measures.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import type { Observer } from '../observer.ts';
import { newRegistry, observerOf, setFormat } from './families.ts';
import { registerState, type StateOptions } from './state.ts';

export interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  readonly isWithAccounts: boolean;
}

export interface Metrics {
  readonly observer: Observer;
  /** Opens the port. Returns where it listens. */
  serve(state: StateOptions): Promise<{ readonly port: number }>;
  /** Instead of `serve`, where no port is wanted. */
  readState(state: StateOptions): void;
  /** All values of now. */
  collect(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  stop(): Promise<void>;
}

export function openMetrics({ host, port, isWithAccounts }: MetricsOptions): Metrics {
  const register = newRegistry();
  const observer = observerOf(register, isWithAccounts);
  // Longer than programs wait between two requests: a connection that is closed while one arrives would lose it.
  const server = createServer({ keepAliveTimeout: 75_000 });
  return {
    observer,
    async serve(state) {
      registerState(register, state);
      server.on('request', (request, response) => {
        answer(register, state, request, response).catch(() => response.writeHead(500).end());
      });
      server.listen(port, host);
      await once(server, 'listening');
      return { port: (server.address() as { port: number }).port };
    },
    readState: (state) => registerState(register, state),
    collect: () => inTurn(() => register.getMetricsAsJSON()),
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  register: Registry,
  { unreadiness }: StateOptions,
  { url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url === '/metrics') {
    const { type, text } = await written(register, headers.accept ?? '');
    return void response.writeHead(200, { 'content-type': type }).end(text);
  }
  if (url === '/health/live') return json(response, 200, { status: 'live' });
  if (url !== '/health/ready') return json(response, 404, { status: 'not found' });
  const reason = await unreadiness();
  if (reason === null) return json(response, 200, { status: 'ready' });
  return json(response, 503, { status: 'not ready', reason });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Scrapes follow each other: the format of the registry belongs to the one that is being written. */
let writing: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = writing.then(work);
  writing = next.catch(() => undefined);
  return next;
}

function written(register: Registry, accept: string): Promise<{ type: string; text: string }> {
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
