/**
 * A connection pooler that drops every startup parameter except user and database, as PgBouncer does with
 * `ignore_startup_parameters`. Everything else passes unchanged.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Pooler {
  /** The same database, through the pooler. */
  readonly url: string;
  /** The names of the startup parameters that were sent. */
  readonly sent: Set<string>;
  close(): void;
}

export async function forgetfulPooler(databaseUrl: string): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const { hostname, port: databasePort } = target;
  const sent = new Set<string>();
  const server = createServer((socket) => {
    const upstream = connect(Number(databasePort), hostname);
    for (const one of [socket, upstream]) one.on('error', () => undefined);
    socket.once('data', (startup: Buffer) => {
      upstream.write(reduced(startup, sent));
      joined(socket, upstream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  target.host = `127.0.0.1:${port}`;
  return { url: target.href, sent, close: () => server.close() };
}

function joined(socket: Socket, upstream: Socket): void {
  socket.pipe(upstream).pipe(socket);
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => socket.destroy());
}

/** A startup message: its length, the version of the protocol, and names and values that end with a zero byte. */
function reduced(startup: Buffer, sent: Set<string>): Buffer {
  const texts = startup.subarray(8).toString().split('\0').slice(0, -2);
  const kept: string[] = [];
  for (let index = 0; index + 1 < texts.length; index += 2) {
    const [name = '', value = ''] = texts.slice(index, index + 2);
    sent.add(name);
    if (name === 'user' || name === 'database') kept.push(name, value);
  }
  const parameters = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + parameters.length, 0);
  startup.copy(head, 4, 4, 8);
  return Buffer.concat([head, parameters]);
}
