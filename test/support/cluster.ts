// Vitest's global setup: one throwaway PostgreSQL for the whole run, in a temporary folder that is removed at the end.
// Tests take its addresses with inject('superuserUrl') and inject('applicationUrl').
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type DatabaseServer, startEmbedded } from '../../server/platform/database/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    superuserUrl: string;
    applicationUrl: string;
  }
}

/** Nothing here has to survive a power cut. */
export const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let dataDir: string;
let server: DatabaseServer;

export async function setup({ provide }: TestProject): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-test-'));
  server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
  provide('superuserUrl', server.superuserUrl);
  provide('applicationUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
