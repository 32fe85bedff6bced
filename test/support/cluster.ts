// Vitest's global setup: one throwaway PostgreSQL for the whole run, in a temporary folder that is removed at the end.
// Tests take its addresses with inject('superuserUrl') and inject('applicationUrl').
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { type DatabaseServer, startEmbedded } from '../../server/platform/database/embedded.ts';
import { throwawayFolder } from './throwaway-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    superuserUrl: string;
    applicationUrl: string;
  }
}

/** Durability is off, and the write-ahead log must not fill the memory. */
export const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
};

let dataDir: string;
let server: DatabaseServer;

export async function setup({ provide }: TestProject): Promise<void> {
  dataDir = await throwawayFolder('muster-test-');
  server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
  provide('superuserUrl', server.superuserUrl);
  provide('applicationUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
