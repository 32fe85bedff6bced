/** The response of an operation before it is sent: stored for idempotent creations, compared for 304. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { nextTurn } from '../../turns.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A large page is already encoded. */
  readonly body: string | Buffer | null;
}

/** A response that is written while its source is read. */
export interface Streamed {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly stream: Readable;
}

/** For bytes that somebody uploaded: they never run, their type is never guessed, and nothing stores them on the way. */
export const untrustedBytesHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'accept-ranges': 'none',
};

export const jsonType = 'application/json; charset=utf-8';

/** Shorter texts gain nothing noticeable. */
const worthCompressing = 1024;

/** Longer texts are encoded once. Sent as a string, the text would be read twice: to count its bytes and to encode it. */
const longText = 65_536;

/** Compresses long texts if the client accepts it. Most responses skip both checks. */
export function sendText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  const isWanted = text.length >= worthCompressing && reply.request.headers['accept-encoding'] !== undefined;
  // Unknown addresses have no compression, and a request that is refused before its turn does not have it yet.
  if (!isWanted || typeof reply.compress !== 'function') {
    if (text.length <= longText) return reply.send(text);
    return sendBytes(reply, typeof text === 'string' ? Buffer.from(text) : text);
  }
  reply.compress(text);
  return reply;
}

/** The kernel takes megabytes at once, and copies them while everybody waits. */
const segmentBytes = 65_536;

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= 4 * segmentBytes || reply.request.method === 'HEAD') return reply.send(bytes);
  const stream = Readable.from(segments(bytes), { objectMode: false, highWaterMark: segmentBytes });
  return reply.header('content-length', bytes.length).send(stream);
}

async function* segments(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += segmentBytes) {
    yield bytes.subarray(start, start + segmentBytes);
    await nextTurn();
  }
}
