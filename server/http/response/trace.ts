/** W3C trace context: uses the caller's trace id, or creates one. */
import { randomFillSync } from 'node:crypto';

const sent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const allZero = '0'.repeat(32);

/** Random bytes are drawn for many requests at once. */
const pool = Buffer.alloc(4096);
let drawn = pool.length;

function randomHex(bytes: number): string {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString('hex', drawn - bytes, drawn);
}

export function traceIdOf(traceparent: string | undefined): string {
  const given = traceparent === undefined ? undefined : sent.exec(traceparent)?.[1];
  return given !== undefined && given !== allZero ? given : randomHex(16);
}

/** Of a request without a span. Without tracing, whether others sample it is left to them. */
export const traceparentOf = (traceId: string, isSampled = true): string =>
  `00-${traceId}-${randomHex(8)}-${isSampled ? '01' : '00'}`;
