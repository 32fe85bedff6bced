/** Determines where the service listens and its public address. Reports clearly why a port cannot be used. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Check } from '../platform/database/checks.ts';
import { findFreePort } from '../platform/database/embedded/free-port.ts';
import type { Config } from '../settings/config.ts';
import { refuseFailed } from './checks.ts';

/**
 * The port to listen on; 0 becomes a free port. Checked before anything is started or created, so that a second `npm
 * start` fails at once and leaves nothing behind. A worker opens none; its port appears in the default of the public address.
 */
export async function choosePort(config: Config): Promise<number> {
  const { port, role } = config;
  const chosen = port === 0 && role !== 'worker' ? await findFreePort() : port;
  refuseFailed(await checkPorts({ ...config, port: chosen }, () => false));
  return chosen;
}

/** `isOwn`: whether the service that runs already has opened it. */
export async function checkPorts(config: Config, isOwn: (setting: string, port: number) => boolean): Promise<Check[]> {
  const { host, port, role, metrics } = config;
  const wanted = [
    ['PORT', role === 'worker' ? 0 : port],
    ['MUSTER_METRICS_PORT', metrics.port],
  ] as const;
  const checks: Check[] = [];
  for (const [setting, one] of wanted) if (one !== 0) checks.push(await checkPort(host, one, setting, isOwn));
  return checks;
}

async function checkPort(
  host: string,
  port: number,
  setting: string,
  isOwn: (setting: string, port: number) => boolean,
): Promise<Check> {
  const name = 'ports';
  if (isOwn(setting, port)) return { name, finding: `The service listens on port ${port}.`, mend: null };
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return { name, finding: `Port ${port} is free.`, mend: null };
  } catch (error) {
    return { name, ...whyNot(error as NodeJS.ErrnoException, host, port, setting) };
  } finally {
    probe.close();
  }
}

/** The address in links and tokens; it contains the actual port, which may have been chosen automatically. */
export function publicUrlAt({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string {
  return publicUrl ?? new URL(`http://localhost:${port}`).origin;
}

function whyNot(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: string,
): Pick<Check, 'finding' | 'mend'> {
  if (code === 'EADDRINUSE') {
    return {
      finding: `Port ${port} is already in use, perhaps by another Muster.`,
      mend: `Stop that program, or set ${setting} to another one.`,
    };
  }
  if (code === 'EACCES') {
    return { finding: `Port ${port} may not be used by this user.`, mend: `Set ${setting} to one above 1023.` };
  }
  return {
    finding: `The service cannot listen on ${host}, port ${port} (${message}).`,
    mend: `Check HOST and ${setting}.`,
  };
}
