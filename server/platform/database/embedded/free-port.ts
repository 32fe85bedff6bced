// Owns the choice of a port for the embedded PostgreSQL: free now, and likely to be free again after a crash.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems lend ports to outgoing connections. */
const lowest = 15_000;
const highest = 32_000;

/**
 * Not the port the system offers for 0: that one lies in the range of outgoing connections, so while PostgreSQL is
 * being restarted another program, or a reconnecting pool by connecting to itself, could take it.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found on 127.0.0.1 between ${lowest} and ${highest}.`);
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
