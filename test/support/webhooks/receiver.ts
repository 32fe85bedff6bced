/** A real receiver of webhooks with configurable behaviour, over HTTP/1.1 or, with its own certificate, TLS. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly path: string;
  readonly httpVersion: string;
  readonly body: Buffer;
  readonly receivedAtMs: number;
}

export type Behaviour = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The behaviour of the next requests, one each; the last one applies to all others. */
  behave(...behaviours: readonly Behaviour[]): void;
  /** The current and the highest number of concurrent requests. */
  readonly parallel: { now: number; most: number };
  /** Waits until this number of requests was received since the start. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** For `localhost` and `hooks.example.net`; trusted only where a test says so. */
export const certificate = readFileSync(new URL('./receiver-certificate.pem', import.meta.url), 'utf8');
const key = readFileSync(new URL('./receiver-key.pem', import.meta.url), 'utf8');

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

export const silence: Behaviour = () => undefined;

export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** Sends a byte of a header now and then, and never the last. */
export const slowHeaders: Behaviour = (response) => {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  const timer = setInterval(() => socket?.write('x'), 20);
  socket?.on('close', () => clearInterval(timer));
};

export const endlessBody =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/plain' });
    const chunk = 'x'.repeat(16_384);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  };

const bomb = gzipSync(Buffer.alloc(10_000_000));

/** Unpacks to a thousand times its size. */
export const gzipBomb =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  };

export const after =
  (ms: number, then: Behaviour): Behaviour =>
  (response, request) => {
    setTimeout(() => then(response, request), ms);
  };

export interface ReceiverOptions {
  readonly protocol?: 'http' | 'https' | 'h2';
}

export async function startReceiver({ protocol = 'http' }: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const parallel = { now: 0, most: 0 };
  const sockets = new Set<Socket>();
  let behaviours: Behaviour[] = [answer(202)];

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    parallel.now += 1;
    parallel.most = Math.max(parallel.most, parallel.now);
    response.on('close', () => {
      parallel.now -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method = '', url: path = '', httpVersion } = request;
      const one = { headers, method, path, httpVersion, body: Buffer.concat(chunks), receivedAtMs: performance.now() };
      received.push(one);
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) as Behaviour;
      behaviour(response, one);
    });
  };
  const server = serverFor(protocol, handle);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol === 'http' ? 'http' : 'https'}://localhost:${port}`,
    received,
    parallel,
    behave(...next) {
      behaviours = [...next];
    },
    async until(count) {
      while (received.length < count) await pause(5);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function serverFor(protocol: 'http' | 'https' | 'h2', handle: Handle) {
  if (protocol === 'http') return createServer(handle);
  if (protocol === 'https') return createTlsServer({ key, cert: certificate }, handle);
  // Its requests and responses behave like those of HTTP/1.1, as far as they are used here.
  return createSecureServer({ key, cert: certificate }, handle as unknown as Parameters<typeof createSecureServer>[1]);
}
