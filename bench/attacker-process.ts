/** The attacking tenant in a separate process: one message starts an attack, another stops it. */
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { Attack, AttackRequest } from './isolation-attacks.ts';

const { port } = JSON.parse(process.argv[2] ?? '{}') as { port: number };

// A real attacker does not use the processors of the service. A priority belongs to a thread: those of the garbage
// collector would keep theirs.
for (const thread of process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0']) {
  setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}

/** Responses by status; 0: no response. */
type Answers = Record<number, number>;

let isOver = true;
let ended: Promise<void> = Promise.resolve();
let answers: Answers = {};
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

const send = ({ method, path, headers, bodyBytes = 0, body = '' }: AttackRequest): Promise<number> =>
  new Promise((resolve) => {
    const sent = bodyBytes > 0 ? hugeBody(bodyBytes) : body;
    const length = sent === '' ? {} : { 'content-length': Buffer.byteLength(sent) };
    const asked = request({ port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...length } });
    asked.on('error', () => resolve(0));
    asked.on('response', (answer) => {
      answer.on('error', () => resolve(0));
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.end(sent);
  });

let lastBody = Buffer.alloc(0);

/** One JSON object with one long member; made once, because making it costs more than sending it. */
function hugeBody(bytes: number): Buffer {
  if (lastBody.length === bytes) return lastBody;
  lastBody = Buffer.alloc(bytes, 'x');
  lastBody.write('{"name":"');
  lastBody.write('"}', bytes - 2);
  return lastBody;
}

async function ask({ requests, atOnce, most }: Extract<Attack, { kind: 'requests' }>): Promise<void> {
  let sent = 0;
  const one = async () => {
    while (!isOver && sent < most) {
      const status = await send(requests[sent++ % requests.length] as AttackRequest);
      answers[status] = (answers[status] ?? 0) + 1;
      // Pauses after a refusal: the bench measures the service, not this loop.
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function idle({ connections }: Extract<Attack, { kind: 'idle' }>): Promise<void> {
  const sockets: Socket[] = [];
  for (let count = 0; count < connections && !isOver; count += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  while (!isOver) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const socket of sockets) socket.destroy();
}

process.on('message', async (attack: Attack | 'end') => {
  if (attack === 'end') {
    isOver = true;
    await ended;
    process.send?.(answers);
    answers = {};
    return;
  }
  isOver = false;
  ended = attack.kind === 'idle' ? idle(attack) : ask(attack);
});
process.send?.('ready');
