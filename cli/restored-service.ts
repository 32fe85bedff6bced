/** A restored database, as a database for commands and with a service on it. */
import { join } from 'node:path';
import { diskStorage } from '@muster/server/files/disk-storage.ts';
import { derivedKeys } from '@muster/server/identity/auth/installation-key.ts';
import { vaultOf } from '@muster/server/identity/auth/vault.ts';
import { type Database, openDatabase } from '@muster/server/platform/database/database.ts';
import { findFreePort } from '@muster/server/platform/database/embedded/free-port.ts';
import type { Config } from '@muster/server/settings/config.ts';
import { openLog } from '@muster/server/start/log.ts';

const now = (): Date => new Date();

export const databaseOf = (config: Config, masterKey: Buffer, url: string): Database =>
  openDatabase({
    url,
    connectionsMax: 1,
    statementMs: 60_000,
    silenceMs: config.limits.databaseSilenceMs,
    now,
    vault: vaultOf(derivedKeys(masterKey)),
    author: { type: 'operator', id: 'operator', name: 'operator' },
    onError: () => undefined,
  });

/** Starts the service on it, only for this machine and without anything that it would send, and asks whether it is ready. */
export async function tryService(
  config: Config,
  masterKey: Buffer,
  databaseUrl: string,
  folder: string,
): Promise<void> {
  const { startService } = await import('@muster/server/service/service.ts');
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const service = await startService({
    databaseUrl,
    host: '127.0.0.1',
    port,
    publicUrl: url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(join(folder, 'files')),
    // Sends no webhooks, imports nothing and erases nobody.
    role: 'api',
    limits: config.limits,
    now,
    logger: openLog('silent', { dest: '/dev/null' }).logger,
  });
  try {
    const { status } = await fetch(`${url}/health/ready`);
    if (status !== 200) throw new Error(`The service started on the restored database but is not ready (${status}).`);
  } finally {
    await service.stop();
  }
}
