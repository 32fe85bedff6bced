/**
 * Which of several servers a process uses. All its pools share the choice: as soon as one of them has found another server that
 * takes changes, the connections to the former one are ended. A machine that has lost its network closes nothing itself, and
 * background work would wait for it for as long as its statements may take.
 */
import type pg from 'pg';
import { serversOf } from '../../settings/database-servers.ts';

export interface ServerChoice {
  /** Connection strings. */
  readonly urls: readonly string[];
  /** The number of the server that new connections are made to. */
  current(): number;
  /** Moves on after a failure. Several attempts fail together: only the first of them moves on. */
  leave(tried: number): void;
  /** Notes that a client connects to a server. */
  made(client: pg.Client, server: number): void;
  /** Before it is used. Refuses a connection to a server that others have left for one that takes changes. */
  accept(client: object): void;
}

export function serverChoice(url: string): ServerChoice {
  const { urls, isWritableWanted } = serversOf(url);
  const open = new Map<object, number>();
  let current = 0;
  /** The last one that was found to take changes. */
  let found: number | undefined;
  return {
    urls,
    current: () => current,
    leave(tried) {
      if (current === tried) current = (tried + 1) % urls.length;
    },
    made(client, server) {
      open.set(client, server);
      client.once('end', () => open.delete(client));
    },
    accept(client) {
      const server = open.get(client);
      // Without the wish, several servers may be used at the same time.
      if (!isWritableWanted || server === undefined || found === server) return;
      if (found !== undefined && current !== server) throw new Error('Another server takes the changes now.');
      found = server;
      for (const [other, itsServer] of open) if (itsServer !== server) cut(other);
    },
  };
}

/** Fails the running statement. A polite end would wait for a server that may be gone. */
function cut(client: object): void {
  // The driver has it, but its types do not.
  (client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
