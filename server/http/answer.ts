/** What an operation answers, before it goes over the wire: kept for idempotent creations, compared for 304. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer that is written while it is read. */
export interface Streamed {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly stream: Readable;
}

export const jsonType = 'application/json; charset=utf-8';

/** Shorter texts gain nothing that a caller would notice. */
const worthCompressing = 1024;

/** Compresses what is long enough, for who understands it; most answers pass without a look at either. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  const isWanted = text.length >= worthCompressing && reply.request.headers['accept-encoding'] !== undefined;
  // An address that is not served has no compression either.
  if (!isWanted || !reply.routeOptions.url) return reply.send(text);
  reply.compress(text);
  return reply;
}
