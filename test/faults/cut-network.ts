/**
 * A network between nodes and PostgreSQL that can be cut: connections stay open, but nothing passes, as when a
 * firewall or a switch drops packets. After the cut, held data continues.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a client sends before it waits for an answer: one round trip. */
export interface Turn {
  readonly connection: number;
  text: string;
}

export interface CutNetwork {
  readonly port: number;
  /** The first bytes that each client sent: to PostgreSQL, its user, its proof, and the settings of its session. */
  readonly greetings: readonly string[];
  readonly isCut: boolean;
  cut(): void;
  mend(): void;
  /** Closes all connections. */
  hangUp(): void;
  /** All turns of clients from now on. */
  recordTurns(): readonly Turn[];
  /**
   * Closes the next connection on which the server sends this, before the client receives it. Given `said`, of those on
   * which the client has sent that: others have commits of their own.
   */
  breakBefore(answer: string, said?: string): void;
  close(): Promise<void>;
}

const atOnce = (deliver: () => void): void => deliver();

/** Enough for the settings of a session. */
const greetingBytes = 4000;
/** Enough for the statements of one transaction. */
const saidBytes = 50_000;

/**
 * `answerMs` is how long answers are under way. Without it, a busy machine may answer the first statement of a turn before
 * the second one has arrived here, and one turn looks like two.
 */
export async function startCutNetwork(targetPort: () => number, answerMs = 0): Promise<CutNetwork> {
  const greetings: string[] = [];
  const sockets = new Set<Socket>();
  /** Held data, in order. */
  let waiting: (() => void)[] = [];
  let isCut = false;
  let unheard: { readonly answer: string; readonly said: string } | null = null;
  let turns: Turn[] | null = null;
  let connections = 0;

  /** Of one connection: adds what is sent to the turn that is not answered yet. */
  function turnsOf(connection: number) {
    let open: Turn | null = null;
    return {
      sent(chunk: Buffer): void {
        if (!turns) return;
        if (!open) {
          open = { connection, text: '' };
          turns.push(open);
        }
        open.text += chunk.toString('latin1');
      },
      answered(): void {
        open = null;
      },
    };
  }

  const pass = (work: () => void): void => {
    if (isCut) waiting.push(work);
    else work();
  };

  function joinBoth(near: Socket, far: Socket): void {
    connections += 1;
    const { sent, answered } = turnsOf(connections);
    let said = '';
    near.on('data', (chunk) => {
      sent(chunk);
      said = (said + chunk.toString('latin1')).slice(-saidBytes);
    });
    join(near, far, () => false, atOnce);
    const isLost = (answer: Buffer) =>
      unheard !== null && answer.includes(unheard.answer) && said.includes(unheard.said);
    join(far, near, isLost, (deliver) => {
      const arrive = () => {
        answered();
        deliver();
      };
      if (answerMs === 0) arrive();
      else setTimeout(arrive, answerMs);
    });
  }

  function join(from: Socket, to: Socket, isLost: (chunk: Buffer) => boolean, travel: typeof atOnce): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (isLost(chunk)) {
        unheard = null;
        to.destroy();
        return void from.destroy();
      }
      travel(() => pass(() => void to.write(chunk)));
    });
    from.on('error', () => pass(() => void to.destroy()));
    from.on('close', () => {
      sockets.delete(from);
      travel(() => pass(() => void to.destroySoon()));
    });
  }

  const server = createServer((near) => {
    const index = greetings.push('') - 1;
    near.on('data', (chunk) => {
      const greeting = greetings[index] ?? '';
      if (greeting.length < greetingBytes) greetings[index] = greeting + chunk.toString('latin1');
    });
    // A connection that starts during a cut is established afterwards.
    const far = isCut ? null : connect(targetPort(), '127.0.0.1');
    if (far) return joinBoth(near, far);
    near.pause().on('error', () => undefined);
    sockets.add(near);
    waiting.push(() => {
      if (near.destroyed) return;
      joinBoth(near, connect(targetPort(), '127.0.0.1'));
      near.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    greetings,
    get isCut() {
      return isCut;
    },
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      const held = waiting;
      waiting = [];
      for (const work of held) work();
    },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    recordTurns() {
      turns = [];
      return turns;
    },
    breakBefore(answer, said = '') {
      unheard = { answer, said };
    },
    async close() {
      isCut = false;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The same address, through this network. */
export function through({ port }: CutNetwork, url: string): string {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(port);
  return changed.href;
}
