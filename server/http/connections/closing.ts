/**
 * Closes what would delay a stop: waiting responses, streams, and connections without a request. Browsers and
 * connection pools open such connections in advance, and Node counts them as busy for a minute.
 */
import type { Socket } from 'node:net';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance } from 'fastify';
import { retryAfterSeconds } from '../../platform/database/errors.ts';
import { Problem } from '../../problem.ts';

const stopping = new Problem('unavailable', detail('unavailable', { seconds: retryAfterSeconds }), {
  headers: { 'retry-after': String(retryAfterSeconds) },
});

/**
 * `endWaits` ends waiting requests with a response at once. After `handover`, other processes have the port: nothing is
 * refused or cut off here, and each response sends its client to them.
 */
export function closeWithoutWaiting(app: FastifyInstance, endWaits: () => void, handover?: AbortSignal): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing && !handover?.aborted) return void socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.addHook('onRequest', (request, reply, done) => {
    silent.delete(request.raw.socket);
    const isHandedOver = handover?.aborted ?? false;
    if (!isClosing && !isHandedOver) return done();
    // A client that keeps its connection would send its next request to a process that is gone.
    reply.header('connection', 'close');
    done(isHandedOver ? undefined : stopping);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    endWaits();
    if (handover?.aborted) return;
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  });
}
