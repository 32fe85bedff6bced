/**
 * A receiver of webhooks on plain sockets in a separate process: it responds 202 and records the arrival of each event.
 * Requests to a path that begins with `/dead` are read and get no response. The parent process queries it by messages.
 */
import { createServer, type Socket } from 'node:net';

export type Question = 'forget' | 'count' | 'receipts';

export interface Receipts {
  /** Distinct events of distinct paths. */
  readonly distinct: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** By path: from the time of the change in the event to its arrival. */
  readonly delaysMs: Readonly<Record<string, readonly number[]>>;
}

const accepted = 'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n';

let seen = new Set<string>();
let delaysMs: Record<string, number[]> = {};
let firstAtMs = 0;
let lastAtMs = 0;

/** Only the first arrival counts: a repeat has already arrived in time. */
function note(path: string, id: string, body: string): void {
  const key = `${path} ${id}`;
  if (seen.has(key)) return;
  seen.add(key);
  lastAtMs = Date.now();
  firstAtMs ||= lastAtMs;
  const occurredAt = /"occurredAt":"([^"]+)"/.exec(body)?.[1] ?? '';
  delaysMs[path] ??= [];
  delaysMs[path].push(lastAtMs - Date.parse(occurredAt));
}

/** Reads requests one after the other, each to its end. */
function listen(socket: Socket): void {
  let text = '';
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' ', head.indexOf(' ') + 1));
      if (path.startsWith('/dead')) return;
      note(path, /webhook-id: (\S+)/i.exec(head)?.[1] ?? '', text.slice(end + 4, end + 4 + length));
      text = text.slice(end + 4 + length);
      socket.write(accepted);
    }
  });
}

process.on('message', (question: Question) => {
  if (question === 'forget') {
    seen = new Set();
    delaysMs = {};
    firstAtMs = 0;
  }
  const answer: Receipts = {
    distinct: seen.size,
    firstAtMs,
    lastAtMs,
    delaysMs: question === 'receipts' ? delaysMs : {},
  };
  process.send?.(answer);
});

const { port } = JSON.parse(process.argv[2] ?? '{}') as { port: number };
createServer(listen).listen(port, '127.0.0.1', () => process.send?.('ready'));
