/**
 * A load generator on plain sockets: keep-alive connections that each send a request, read the whole response and send
 * the next. It costs a fraction of an HTTP client, which leaves two cores to the measured processes.
 */
import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Returns the bytes of the next request. */
  readonly request: (count: number) => string;
  readonly expectedStatus: number;
  /** The rate of all connections together; by default as fast as possible. */
  readonly perSecond?: number;
  /** Whether a request that is answered with 429 comes again later, instead of ending the run. */
  readonly isPatient?: boolean;
}

/** Until a refused request comes again. */
const patienceMs = 200;

export interface LoadResult {
  /** Responses. */
  readonly count: number;
  /** Refused requests, which came again. */
  readonly refused: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

export async function load({
  port,
  connections,
  durationMs,
  request,
  expectedStatus,
  perSecond = Number.POSITIVE_INFINITY,
  isPatient = false,
}: Load): Promise<LoadResult> {
  let sent = 0;
  let refused = 0;
  const latencies: number[] = [];
  const started = performance.now();
  const endsAt = started + durationMs;
  const expected = `HTTP/1.1 ${expectedStatus}`;

  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let chunks: Buffer[] = [];
      let missing = -1;
      let sentAt = 0;
      let current = 0;
      let isRefused = false;
      const next = () => {
        if (performance.now() >= endsAt) {
          socket.end();
          resolve();
          return;
        }
        const count = sent++;
        const earlyMs = started + (count * 1000) / perSecond - performance.now();
        if (earlyMs > 0) setTimeout(send, earlyMs, count);
        else send(count);
      };
      const send = (count: number) => {
        current = count;
        chunks = [];
        missing = -1;
        sentAt = performance.now();
        socket.write(request(count));
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (missing < 0) {
          chunks.push(chunk);
          const text = (chunks.length === 1 ? chunk : Buffer.concat(chunks)).toString('latin1');
          const end = text.indexOf('\r\n\r\n');
          if (end < 0) return;
          isRefused = isPatient && text.startsWith('HTTP/1.1 429');
          if (!isRefused && !text.startsWith(expected)) {
            reject(new Error(`Expected ${expectedStatus}, got: ${text.slice(0, 600)}`));
            return;
          }
          const length = /content-length: (\d+)/i.exec(text)?.[1];
          if (length === undefined) throw new Error(`An answer without Content-Length: ${text.slice(0, end)}`);
          missing = Number(length) - (text.length - end - 4);
        } else {
          missing -= chunk.length;
        }
        if (missing === 0 && isRefused) {
          refused += 1;
          setTimeout(send, patienceMs, current);
        } else if (missing === 0) {
          latencies.push(performance.now() - sentAt);
          next();
        }
      });
    });

  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const count = latencies.length;
  return { count, refused, perSecond: count / seconds, p99Ms: latencies[Math.floor(count * 0.99)] ?? 0 };
}
