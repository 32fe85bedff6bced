/**
 * A network between nodes and PostgreSQL that can be cut: connections stay open, but nothing passes, as when a
 * firewall or a switch drops packets. After the cut, held data continues.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutNetwork {
  readonly port: number;
  /** The first bytes of each connection: for PostgreSQL, its user and its settings. */
  readonly greetings: readonly string[];
  readonly isCut: boolean;
  cut(): void;
  mend(): void;
  /** Closes the next connection on which the server sends this, before the client receives it. */
  breakBefore(answer: string): void;
  close(): Promise<void>;
}

export async function startCutNetwork(targetPort: () => number): Promise<CutNetwork> {
  const greetings: string[] = [];
  const sockets = new Set<Socket>();
  /** Held data, in order. */
  let waiting: (() => void)[] = [];
  let isCut = false;
  let unheard: string | null = null;

  const pass = (work: () => void): void => {
    if (isCut) waiting.push(work);
    else work();
  };

  function join(from: Socket, to: Socket, isAnswering: boolean): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (isAnswering && unheard !== null && chunk.includes(unheard)) {
        unheard = null;
        to.destroy();
        return void from.destroy();
      }
      pass(() => void to.write(chunk));
    });
    from.on('error', () => pass(() => void to.destroy()));
    from.on('close', () => {
      sockets.delete(from);
      pass(() => void to.destroySoon());
    });
  }

  const server = createServer((near) => {
    near.once('data', (chunk) => greetings.push(chunk.toString('latin1')));
    // A connection that starts during a cut is established afterwards.
    const far = isCut ? null : connect(targetPort(), '127.0.0.1');
    if (far) {
      join(near, far, false);
      return join(far, near, true);
    }
    near.pause().on('error', () => undefined);
    sockets.add(near);
    waiting.push(() => {
      if (near.destroyed) return;
      const late = connect(targetPort(), '127.0.0.1');
      join(near, late, false);
      join(late, near, true);
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
    breakBefore(answer) {
      unheard = answer;
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
