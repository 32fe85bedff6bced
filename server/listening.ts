/** Determines where the service listens and its public address. Reports clearly why a port cannot be used. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { findFreePort } from './platform/database/embedded/free-port.ts';

/**
 * The port to listen on; 0 becomes a free port. Checked before anything is started or created, so that a second `npm
 * start` fails at once and leaves nothing behind.
 */
export async function choosePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const chosen = port === 0 ? await findFreePort() : port;
  const probe = createServer();
  try {
    probe.listen(chosen, host);
    await once(probe, 'listening');
    return chosen;
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, host, chosen), { cause: error });
  } finally {
    probe.close();
  }
}

/** The address in links and tokens; it contains the actual port, which may have been chosen automatically. */
export function publicUrlAt({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string {
  return publicUrl ?? new URL(`http://localhost:${port}`).origin;
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use, perhaps by another Muster: stop that program, or set PORT to another one.`;
  }
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  return `The service cannot listen on ${host}, port ${port} (${message}): check HOST and PORT.`;
}
