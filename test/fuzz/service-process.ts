/**
 * The service as in production, in a separate process without outgoing requests. Sends `ready` when it listens; any
 * message is answered with the memory that is in use, without garbage.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { diskStorage } from '../../server/files/disk-storage.ts';
import { startService } from '../../server/service/service.ts';
import { loopbackNetworks } from '../../server/settings/webhooks.ts';
import { openLog } from '../../server/start/log.ts';
import { limits } from '../support/limits.ts';

const { databaseUrl, port, masterKey, dataDir } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  port: number;
  masterKey: string;
  dataDir: string;
};

await startService({
  databaseUrl,
  host: '127.0.0.1',
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  authUrl: null,
  accountHosts: [],
  trustedProxies: [],
  masterKey: Buffer.from(masterKey, 'hex'),
  storage: diskStorage(`${dataDir}/files`),
  webhooks: { networks: loopbackNetworks, resolve: async () => ['127.0.0.1'], isSending: false },
  limits: { ...limits, databaseConnections: 16 },
  now: () => new Date(),
  logger: openLog('error', { dest: `${dataDir}/errors.log` }).logger,
});
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
process.on('message', () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.send?.('ready');
