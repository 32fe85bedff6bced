/** Determines where the service listens and its public address. Reports clearly why a port cannot be used. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { findFreePort } from './platform/database/embedded/free-port.ts';

/**
 * The port to listen on; 0 becomes a free port. Checked before anything is started or created, so that a second `npm
 * start` fails at once and leaves nothing behind. A worker opens none; its port appears in the default of the public address.
 */
export async function choosePort({ host, port, role, metrics }: Config): Promise<number> {
  const chosen = port === 0 && role !== 'worker' ? await findFreePort() : port;
  if (role !== 'worker') await refuseTaken(host, chosen, 'PORT');
  if (metrics.port !== 0) await refuseTaken(host, metrics.port, 'MUSTER_METRICS_PORT');
  return chosen;
}

async function refuseTaken(host: string, port: number, setting: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, host, port, setting), { cause: error });
  } finally {
    probe.close();
  }
}

/** The address in links and tokens; it contains the actual port, which may have been chosen automatically. */
export function publicUrlAt({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string {
  return publicUrl ?? new URL(`http://localhost:${port}`).origin;
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use, perhaps by another Muster: stop that program, or set ${setting} to another one.`;
  }
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set ${setting} to one above 1023.`;
  return `The service cannot listen on ${host}, port ${port} (${message}): check HOST and ${setting}.`;
}
