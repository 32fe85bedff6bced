/** The service in a separate process, as in production. Sends `ready` when it listens. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStorage } from '../server/files/disk-storage.ts';
import { startService } from '../server/service/service.ts';
import { loopbackNetworks } from '../server/settings/webhooks.ts';
import { openLog } from '../server/start/log.ts';
import type { NodeSettings } from './installation.ts';

const { databaseUrl, replicaUrls, port, masterKey, filesDir, role, isSilent } = JSON.parse(
  process.argv[2] ?? '{}',
) as NodeSettings;

const service = await startService({
  databaseUrl,
  host: '127.0.0.1',
  port,
  publicUrl: `http://localhost:${port}`,
  authUrl: null,
  accountHosts: [],
  trustedProxies: [],
  masterKey: Buffer.from(masterKey, 'hex'),
  storage: diskStorage(filesDir ?? (await mkdtemp(join(tmpdir(), 'muster-bench-files-')))),
  webhooks: { networks: loopbackNetworks },
  ...(role && { role }),
  limits: {
    requestsPerMinute: 100_000_000,
    bodyBytes: 100_000_000,
    headerBytes: 8192,
    requestMs: 5000,
    headerMs: 10_000,
    bodyMs: 60_000,
    paceMs: 10_000,
    keepAliveMs: 72_000,
    connectionsPerAddress: 10_000,
    databaseConnections: 16,
    databaseSilenceMs: 4000,
    databasePooling: 'auto',
    replicaUrls: replicaUrls ?? [],
    slowStatementMs: 1000,
    eventDays: 60,
    unreferencedFileHours: 24,
  },
  now: () => new Date(),
  // Log lines are built and written as usual, but discarded.
  logger: openLog('info', { dest: '/dev/null' }).logger,
});
if (isSilent) Object.assign(service.reads, { record: () => undefined });
process.send?.('ready');
