/**
 * Whoever is slow keeps nothing for long: a connection, the memory of an answer that is not taken, or a place that others
 * need. Bodies must arrive at a least pace and in time, answers must be taken in time, and one address has a bounded
 * number of connections. Headers that do not come in time are refused by Node itself (see server.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { addressesOf } from './address-group.ts';

export interface SlowCallerLimits {
  /** How long a body may take to arrive, unless it is an upload; and how long an answer may take to be taken. */
  readonly bodyMs: number;
  /** After each such time it is looked at whether a body has moved on. */
  readonly paceMs: number;
  readonly connectionsPerAddress: number;
}

/** In each second, on average over `paceMs`. */
const bytesPerSecond = 1000;
const sweepMs = 1000;
/** A connection that is refused may ask once, to be told so. */
const refusedMs = 2000;
const retrySeconds = 5;

interface Connection {
  readonly socket: Socket;
  /** null: of a trusted proxy, which speaks for many. */
  readonly group: Set<Connection> | null;
  readonly sinceMs: number;
  readonly isRefused: boolean;
  requests: number;
  /** What has left this process, and when that was seen to change. */
  sentBytes: number;
  sentMs: number;
}

interface ArrivingBody {
  readonly request: IncomingMessage;
  /** Kept: the request forgets it when its reading ends early. */
  readonly socket: Socket;
  readonly isUpload: boolean;
  readonly startedMs: number;
  lookedMs: number;
  lookedBytes: number;
  answeredMs: number | null;
}

export function limitSlowCallers(
  app: FastifyInstance,
  limits: SlowCallerLimits,
  trustedProxies: readonly string[],
): void {
  const connections = new Map<Socket, Connection>();
  const bodies = new Map<IncomingMessage, ArrivingBody>();
  const groupOf = addressesOf<Connection>(trustedProxies);

  app.server.on('connection', (socket: Socket) => {
    const group = groupOf(socket.remoteAddress);
    const isRefused = group !== null && group.size >= limits.connectionsPerAddress && !closeIdle(group);
    if (isRefused && group.size >= 2 * limits.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    const sinceMs = performance.now();
    const connection = { socket, group, sinceMs, isRefused, requests: 0, sentBytes: 0, sentMs: sinceMs };
    connections.set(socket, connection);
    group?.add(connection);
    socket.once('close', () => {
      connections.delete(socket);
      group?.delete(connection);
    });
  });

  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    const connection = connections.get(raw.socket);
    if (connection) connection.requests += 1;
    if (hasBody(raw)) bodies.set(raw, arriving(request));
    done(connection?.isRefused ? tooManyConnections(limits.connectionsPerAddress) : undefined);
  });
  app.addHook('onResponse', ({ raw }, _, done) => {
    const body = bodies.get(raw);
    if (body && raw.complete) bodies.delete(raw);
    else if (body) body.answeredMs = performance.now();
    const connection = connections.get(body?.socket ?? raw.socket);
    if (connection) connection.requests -= 1;
    done();
  });

  const sweep = setInterval(
    () => {
      const nowMs = performance.now();
      for (const body of bodies.values()) {
        if (body.request.complete || body.socket.destroyed) bodies.delete(body.request);
        else judgeBody(body, nowMs, limits);
      }
      for (const connection of connections.values()) judgeReader(connection, nowMs, limits);
    },
    Math.min(sweepMs, limits.paceMs),
  );
  sweep.unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}

const hasBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

function arriving({ raw }: FastifyRequest): ArrivingBody {
  const nowMs = performance.now();
  return {
    request: raw,
    socket: raw.socket,
    isUpload: /^multipart\//i.test(raw.headers['content-type'] ?? ''),
    startedMs: nowMs,
    lookedMs: nowMs,
    lookedBytes: raw.socket.bytesRead,
    answeredMs: null,
  };
}

/** The one that has been without a request for longest makes room; false: all are busy. */
function closeIdle(group: ReadonlySet<Connection>): boolean {
  for (const { socket, requests } of group) {
    if (requests > 0) continue;
    socket.destroy();
    return true;
  }
  return false;
}

function judgeBody(body: ArrivingBody, nowMs: number, { bodyMs, paceMs }: SlowCallerLimits): void {
  // The answer is given: what is still on its way may arrive for a while, so that the sender comes to read it.
  if (body.answeredMs !== null) {
    if (nowMs - body.answeredMs > paceMs) body.socket.destroy();
    return;
  }
  // What has arrived and waits to be read shows that it is us who are slow.
  const isWaitedFor = body.request.readableLength === 0;
  const isLate = !body.isUpload && nowMs - body.startedMs > bodyMs;
  if (isLate && isWaitedFor) {
    giveUp(body, bodyMs);
    return;
  }
  if (nowMs - body.lookedMs < paceMs) return;
  const bytes = body.socket.bytesRead - body.lookedBytes;
  if (isWaitedFor && bytes < (bytesPerSecond * paceMs) / 1000) giveUp(body, bodyMs);
  body.lookedMs = nowMs;
  body.lookedBytes = body.socket.bytesRead;
}

/** Whoever reads the body learns why it ends, and answers. Nobody does yet: then it is given up when somebody begins. */
function giveUp({ request }: ArrivingBody, bodyMs: number): void {
  if (request.listenerCount('error') > 0) request.emit('error', tooSlow(bodyMs));
}

export const tooSlow = (bodyMs: number): Problem =>
  new Problem('validation', detail('oneFieldInvalid'), {
    errors: { $: [`The body must arrive with at least 1 KB per second, and within ${bodyMs / 1000} seconds.`] },
    headers: { connection: 'close' },
  });

const tooManyConnections = (limit: number): Problem =>
  new Problem('too-many-requests', detail('tooManyConnections', { limit }), {
    headers: { connection: 'close', 'retry-after': String(retrySeconds) },
  });

/** A piece of an answer that is not taken in time is given up, and the memory that holds it with it. */
function judgeReader(connection: Connection, nowMs: number, { bodyMs }: SlowCallerLimits): void {
  const { socket, isRefused, sinceMs } = connection;
  if (isRefused && nowMs - sinceMs > refusedMs) {
    socket.destroy();
    return;
  }
  const sentBytes = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0 || sentBytes !== connection.sentBytes) {
    connection.sentBytes = sentBytes;
    connection.sentMs = nowMs;
  } else if (nowMs - connection.sentMs > bodyMs) socket.destroy();
}
