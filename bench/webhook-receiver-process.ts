/**
 * A receiver of webhooks on bare sockets, in a process of its own: it answers 202 and notes when each event came. What
 * is sent to a path that begins with `/dead` is read and never answered. Asked over the channel of its parent.
 */
import { createServer, type Socket } from 'node:net';

export type Question = 'forget' | 'count' | 'receipts';

export interface Receipts {
  /** Different events of different paths. */
  readonly distinct: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** By path: from the moment of the change, as the event tells it, to its arrival. */
  readonly delaysMs: Readonly<Record<string, readonly number[]>>;
}

const accepted = 'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n';

let seen = new Set<string>();
let delaysMs: Record<string, number[]> = {};
let firstAtMs = 0;
let lastAtMs = 0;

/** Only the first arrival counts: what comes again came in time already. */
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

/** One request after the other, each read to its end. */
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

const server = createServer(listen).listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});
