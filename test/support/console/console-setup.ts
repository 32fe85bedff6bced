/**
 * Before the tests of the console: builds it from the current sources and starts one browser for all tests.
 * Tests get the address of the browser with inject('browserAddress').
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startBrowser } from '../../judges/browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string;
  }
}

const root = join(import.meta.dirname, '../../..');
const built = join(root, 'console/dist/index.html');
/** The sources that the build reads. */
const sources = ['console/{index.html,vite.config.ts}', 'console/app/**/*', '{contract,client}/**/*.ts'];

let browser: BrowserServer | undefined;

export async function buildIfStale(): Promise<void> {
  if (!isFresh()) await promisify(execFile)(process.execPath, [join(root, 'tools/build-console.ts')], { cwd: root });
}

export async function setup({ provide }: TestProject): Promise<void> {
  await buildIfStale();
  browser = await startBrowser();
  provide('browserAddress', browser.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await browser?.close();
}

/** A test of an outdated build would prove nothing. */
function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const builtMs = statSync(built).mtimeMs;
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
    .every((file) => statSync(join(root, file)).mtimeMs <= builtMs);
}
