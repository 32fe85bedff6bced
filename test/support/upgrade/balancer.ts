/**
 * A load balancer as companies have one: it asks every node for its readiness, sends requests to ready nodes in turn over
 * kept connections, and never sends a request twice. What goes wrong between it and a node is recorded.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  /** Refused, reset or unanswered by a node, or without any node that is ready. */
  readonly failures: readonly string[];
  /** How many requests each node has answered. */
  readonly answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface Target {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

const lookEveryMs = 100;
/** As load balancers do by default, a node that answers late counts as away. */
const lookMs = 1000;
const patienceMs = 5000;

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const targets: Target[] = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
  const failures: string[] = [];
  const answered = new Map<string, number>();
  let turn = 0;
  let isClosing = false;

  async function readyTarget(): Promise<Target | undefined> {
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(lookEveryMs)) {
      for (let count = 0; count < targets.length; count += 1) {
        turn += 1;
        const chosen = targets[turn % targets.length];
        if (chosen?.isReady) return chosen;
      }
    }
    return undefined;
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = await readyTarget();
    const name = `${incoming.method} ${incoming.url}`;
    const fail = (reason: string) => {
      failures.push(`${name}: ${reason}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (!target) return fail('no node is ready');
    const { method, headers } = incoming;
    const sent = request(target.url + incoming.url, { method, headers, agent: target.agent }, (received) => {
      const { statusCode = 0 } = received;
      if (statusCode >= 500) failures.push(`${name}: ${target.url} answers ${statusCode}`);
      answered.set(target.url, (answered.get(target.url) ?? 0) + 1);
      const kept = Object.fromEntries(Object.entries(received.headers).filter(([header]) => header !== 'connection'));
      response.writeHead(statusCode, kept);
      received.pipe(response);
      received.on('error', (error) => fail(error.message));
    });
    sent.on('error', (error) => {
      if (!response.destroyed) fail(`${target.url}: ${error.message}`);
    });
    response.on('close', () => {
      if (!response.writableFinished) sent.destroy();
    });
    incoming.pipe(sent);
  }

  async function look(): Promise<void> {
    while (!isClosing) {
      await Promise.all(targets.map(async (target) => Object.assign(target, { isReady: await isReady(target.url) })));
      await pause(lookEveryMs);
    }
  }

  const server = createServer((incoming, response) => void forward(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = look();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    answered,
    async close() {
      isClosing = true;
      await looking;
      server.closeAllConnections();
      server.close();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(lookMs) }).then(
    ({ ok, body }) => body?.cancel().then(() => ok) ?? ok,
    () => false,
  );
