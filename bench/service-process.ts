/** The service in a process of its own, as it runs in production. Says `ready` when it listens. */
import { openLog } from '../server/log.ts';
import { startService } from '../server/service.ts';

const { databaseUrl, port, masterKey } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  port: number;
  masterKey: string;
};

await startService({
  databaseUrl,
  host: '127.0.0.1',
  port,
  publicUrl: `http://localhost:${port}`,
  authUrl: null,
  accountHosts: [],
  trustedProxies: [],
  masterKey: Buffer.from(masterKey, 'hex'),
  limits: {
    requestsPerMinute: 100_000_000,
    bodyBytes: 100_000_000,
    headerBytes: 8192,
    requestMs: 5000,
    databaseConnections: 16,
    eventDays: 60,
  },
  now: () => new Date(),
  // Log lines are made and written as they always are, only to nowhere.
  logger: openLog('info', '/dev/null').logger,
});
process.send?.('ready');
