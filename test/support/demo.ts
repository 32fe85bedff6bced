/** The demo company in a separate service, with its credentials. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoCredentials } from '../../demo/credentials-file.ts';
import { createDemoIfEmpty } from '../../demo/demo.ts';
import { type CallOptions, type Reply, type TestService, testService, tokenFor, call as unsigned } from './service.ts';

export interface Demo {
  readonly service: TestService;
  readonly credentials: DemoCredentials;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>;
  /** As another start would do; null if there is a demo already. */
  readonly again: () => Promise<unknown>;
  stop(): Promise<void>;
}

export async function demoAt(now?: () => Date): Promise<Demo> {
  const masterKey = randomBytes(32);
  const service = await testService({ masterKey, ...(now && { now }) });
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-demo-'));
  const { database, addresses } = service;
  const start = () => createDemoIfEmpty({ database, addresses, actor: null, now: now ?? service.now, dataDir });
  const credentials = await start();
  if (!credentials) throw new Error('There was a demo already.');
  const token = await tokenFor(service.url, credentials);
  await service.publisher.publishAll();
  return {
    service,
    credentials,
    call: (method, path, options) => unsigned(service.url, token, method, path, options),
    again: start,
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
