/**
 * Slow clients hold no resources for long: no connection, no memory of an unread response, no place that others need.
 * Bodies must arrive at a minimum speed and in time, responses must be read in time, and one address has a limited
 * number of connections. Node itself refuses late headers (see server.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { repeat } from '../../repeat.ts';
import { addressesOf } from './address-group.ts';

export interface SlowCallerLimits {
  /** How long a body may take to arrive, unless it is an upload; and how long a response may take to be read. */
  readonly bodyMs: number;
  /** The interval at which the progress of bodies is checked. */
  readonly paceMs: number;
  readonly connectionsPerAddress: number;
}

/** Average per second over `paceMs`. */
const bytesPerSecond = 1000;
const sweepMs = 1000;
/** A refused connection may send one request, so that it gets a response. */
const refusedMs = 2000;
const retrySeconds = 5;

interface Connection {
  readonly socket: Socket;
  /** null: a trusted proxy, which serves many clients. */
  readonly group: Set<Connection> | null;
  readonly sinceMs: number;
  readonly isRefused: boolean;
  requests: number;
  /** The bytes sent by this process, and when the number last changed. */
  sentBytes: number;
  sentMs: number;
}

interface ArrivingBody {
  readonly request: IncomingMessage;
  /** Stored separately, because the request loses it when reading ends early. */
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

  const sweep = repeat(
    Math.min(sweepMs, limits.paceMs),
    async () => {
      const nowMs = performance.now();
      for (const body of bodies.values()) {
        if (body.request.complete || body.socket.destroyed) bodies.delete(body.request);
        else judgeBody(body, nowMs, limits);
      }
      for (const connection of connections.values()) judgeReader(connection, nowMs, limits);
    },
    (error) => app.log.error({ err: error }, 'slow callers could not be looked for'),
  );
  app.addHook('onClose', () => sweep.stop());
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

/** Closes the connection that has been idle longest; false if all are busy. */
function closeIdle(group: ReadonlySet<Connection>): boolean {
  for (const { socket, requests } of group) {
    if (requests > 0) continue;
    socket.destroy();
    return true;
  }
  return false;
}

function judgeBody(body: ArrivingBody, nowMs: number, { bodyMs, paceMs }: SlowCallerLimits): void {
  // The response is sent. The rest of the body may arrive for a while, so that the sender gets to read the response.
  if (body.answeredMs !== null) {
    if (nowMs - body.answeredMs > paceMs) body.socket.destroy();
    return;
  }
  // Unread data in the buffer means that we are slow, not the client.
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

/** The reader of the body gets the error and responds. If nobody reads yet, the body fails when somebody starts. */
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

/** Aborts a response whose next part is not read in time, and frees its memory. */
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
