/**
 * A syslog receiver as a process of its own, which a test can kill: reads frames with their length in front, from the
 * standard instead of our code, and appends each message to a file before it reads on. Arguments: the port, the file.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [port = '0', file = ''] = process.argv.slice(2);

/** Complete messages, and the rest. */
function framesIn(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const blank = rest.indexOf(' ');
    const length = blank < 0 ? Number.NaN : Number(rest.subarray(0, blank).toString());
    if (Number.isNaN(length) || rest.length < blank + 1 + length) return { messages, rest };
    messages.push(rest.subarray(blank + 1, blank + 1 + length));
    rest = rest.subarray(blank + 1 + length);
  }
}

createServer((socket) => {
  let held = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    const { messages, rest } = framesIn(Buffer.concat([held, bytes]));
    held = Buffer.from(rest);
    if (messages.length > 0) appendFileSync(file, messages.map((message) => `${message.toString()}\n`).join(''));
  });
  socket.on('error', () => undefined);
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
