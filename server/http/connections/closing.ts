/**
 * Closes what would delay a stop: waiting responses, streams, and connections without a request. Browsers and
 * connection pools open such connections in advance, and Node counts them as busy for a minute.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** `endWaits` ends waiting requests with a response at once. */
export function closeWithoutWaiting(app: FastifyInstance, endWaits: () => void): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.addHook('onRequest', (request, _, done) => {
    silent.delete(request.raw.socket);
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    endWaits();
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  });
}
