/** Another node on the database of a service, with the same clock. */
import { pino } from 'pino';
import { diskStorage } from '../../server/files/disk-storage.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import type { ServiceOptions } from '../../server/service/options.ts';
import { type Service, startService } from '../../server/service/service.ts';
import { limits, type TestService } from './service.ts';

export interface SecondNode extends Service {
  readonly url: string;
}

export async function secondNode(
  databaseUrl: string,
  masterKey: Buffer,
  { url, now, filesDir }: Pick<TestService, 'url' | 'now' | 'filesDir'>,
  overrides: Partial<ServiceOptions> = {},
): Promise<SecondNode> {
  const port = await findFreePort();
  const node = await startService({
    databaseUrl,
    host: '127.0.0.1',
    port,
    publicUrl: url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(filesDir),
    limits,
    now,
    logger: pino({ level: 'silent' }),
    ...overrides,
  });
  return { ...node, url: `http://127.0.0.1:${port}` };
}
