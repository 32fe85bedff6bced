/**
 * Before the tests of the console: builds it from the current sources and starts one browser for all tests.
 * Tests get the address of the browser with inject('browserAddress').
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startBrowser } from '../../judges/browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string;
    /** A line for each state of a page that axe has looked at. */
    statesFile: string;
  }
}

const root = join(import.meta.dirname, '../../..');
const built = join(root, 'console/dist/index.html');
/** The sources that the build reads. */
const sources = ['console/{index.html,vite.config.ts}', 'console/app/**/*', '{contract,client}/**/*.ts'];

let browser: BrowserServer | undefined;
let folder = '';

export async function buildIfStale(): Promise<void> {
  if (!isFresh()) await promisify(execFile)(process.execPath, [join(root, 'tools/build-console.ts')], { cwd: root });
}

export async function setup({ provide, config }: TestProject): Promise<void> {
  await buildIfStale();
  browser = await startBrowser(config.env?.TMPDIR);
  provide('browserAddress', browser.wsEndpoint());
  // That of the run goes with it, also when it is interrupted.
  folder = mkdtempSync(join(config.env?.TMPDIR ?? tmpdir(), 'muster-states-'));
  writeFileSync(join(folder, 'states'), '');
  provide('statesFile', join(folder, 'states'));
}

/** A state with a violation has failed its test. */
export async function teardown(): Promise<void> {
  await browser?.close();
  const states = new Set(readFileSync(join(folder, 'states'), 'utf8').split('\n').filter(Boolean));
  if (states.size > 0) console.info(`\n axe has looked at ${states.size} different states of the console`);
  if (process.env.TEST_STATES) console.info([...states].sort().join('\n'));
  rmSync(folder, { recursive: true });
}

/** A test of an outdated build would prove nothing. */
function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const builtMs = statSync(built).mtimeMs;
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
    .every((file) => statSync(join(root, file)).mtimeMs <= builtMs);
}
