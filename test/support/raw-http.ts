/** Requests that `fetch` cannot send: another Host, or malformed HTTP. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface SentRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request with any Host, on a separate connection. */
export async function sendTo(
  url: string,
  { method = 'GET', path, headers = {}, body }: SentRequest,
): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, method, path, headers, agent: false });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return reply(answer.statusCode, answer.headers, Buffer.concat(chunks).toString());
}

function reply(status: number, headers: Record<string, string>, text: string): RawReply {
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : null };
}

/**
 * Writes the parts one after the other on a plain socket. Returns everything received until the service closes the
 * connection or is silent for a while.
 */
export async function exchange(
  url: string,
  parts: readonly (string | Uint8Array)[],
  { quietMs = 300, hangUp = false }: { readonly quietMs?: number; readonly hangUp?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A service that refuses may close the connection while we are still writing.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let text = '';
  let quiet: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    const wait = (ms: number) => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, ms);
    };
    wait(5000);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      wait(quietMs);
    });
    socket.on('close', () => resolve());
  });
  for (const part of parts) {
    socket.write(part);
    await delay(5);
  }
  if (hangUp) socket.destroy();
  await done;
  clearTimeout(quiet);
  socket.destroy();
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** The responses on one connection: status, headers and body of each. Bodies must have a length. */
export function replies(text: string): RawReply[] {
  const found: RawReply[] = [];
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [first = '', ...lines] = rest.subarray(0, end).toString().split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    // Only Node itself sends empty chunked responses.
    const isEmpty = rest
      .subarray(end + 4)
      .toString()
      .startsWith('0\r\n\r\n');
    const length = headers['transfer-encoding'] && isEmpty ? 5 : Number(headers['content-length'] ?? 0);
    const body = isEmpty ? '' : rest.subarray(end + 4, end + 4 + length).toString();
    const status = Number(first.split(' ')[1]);
    if (status !== 100) found.push(reply(status, headers, body));
    rest = rest.subarray(end + 4 + length);
  }
  return found;
}
