/** Sends a request without changes, on reused connections, and measures the response. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FuzzRequest } from './requests.ts';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly ms: number;
}

/** `cut`: we closed the connection; `lost`: the service closed it without a response; `hung`: there was no response. */
export type Outcome = Answer | 'cut' | 'lost' | 'hung';

const expanders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

const patienceMs = 30_000;

export interface Sender {
  send(request: FuzzRequest): Promise<Outcome>;
  close(): void;
}

export function senderTo(url: string, connections: number): Sender {
  const { hostname, port } = new URL(url);
  // From another address, if there is one: wrong passwords slow down their address.
  const from = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...from });
  return {
    send(request) {
      const { method, target, headers, body, cutAfter } = request;
      return new Promise((resolve) => {
        const startedMs = performance.now();
        const announced = body === null ? {} : { 'content-length': String(body.length) };
        const sent = httpRequest({
          hostname,
          port,
          method,
          path: target,
          agent,
          headers: { ...headers, ...announced },
        });
        const timer = setTimeout(() => {
          resolve('hung');
          sent.destroy();
        }, patienceMs);
        const end = (outcome: Outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        };
        sent.on('response', (response) => void read(response, startedMs).then(end, () => end('lost')));
        sent.on('error', () => end('lost'));
        if (body !== null && cutAfter !== null && cutAfter < body.length) {
          sent.write(body.subarray(0, cutAfter), () => {
            end('cut');
            sent.destroy();
          });
        } else sent.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}

async function read(response: IncomingMessage, startedMs: number): Promise<Answer> {
  const contentType = response.headers['content-type'] ?? '';
  const status = response.statusCode ?? 0;
  const ms = () => performance.now() - startedMs;
  // A stream does not end.
  if (contentType.startsWith('text/event-stream')) {
    response.destroy();
    return { status, contentType, text: '', ms: ms() };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const expand = expanders[response.headers['content-encoding'] ?? ''] ?? ((bytes: Buffer) => bytes);
  const bytes = Buffer.concat(chunks);
  return { status, contentType, text: (bytes.length === 0 ? bytes : expand(bytes)).toString(), ms: ms() };
}
