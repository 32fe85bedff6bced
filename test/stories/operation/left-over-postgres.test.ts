/** The PostgreSQL that a killed process has left running: who stops it, and who leaves it to the next. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowEmbedded, startEmbedded } from '../../../server/platform/database/embedded.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import { compileCache, isAlive, root } from '../../support/started-service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

/** A stopped cluster, which each test copies. */
let template: string;
let dataDir: string;
beforeAll(async () => {
  template = await throwawayFolder('muster-left-over-');
  await chmod(template, 0o711);
  await (await startEmbedded({ dataDir: template, log: () => undefined, settings: throwawaySettings })).stop();
});
afterAll(() => rm(template, { recursive: true, force: true, maxRetries: 20 }));
beforeEach(async () => {
  dataDir = await throwawayFolder('muster-left-over-');
  await chmod(dataDir, 0o711);
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));

/** Killed as soon as its PostgreSQL answers, which is returned. */
async function killed(how: 'startEmbedded' | 'borrowEmbedded'): Promise<number> {
  const script = `
    import { ${how} } from '${root}/server/platform/database/embedded.ts';
    const server = await ${how}({ dataDir: process.argv[1], log: () => undefined });
    console.log(server.url);
    setInterval(() => undefined, 1000);`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  if (child.stdout) await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await ended;
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

const borrow = (isAlone = false) => borrowEmbedded({ dataDir, log: () => undefined, isAlone });

test('the next command stops the PostgreSQL of a killed command', async () => {
  const pid = await killed('borrowEmbedded');
  expect(isAlive(pid)).toBe(true);
  await (await borrow()).stop();
  expect(isAlive(pid)).toBe(false);
});

test('that of a killed service is left to the next service, unless a command must be alone with it', async () => {
  const pid = await killed('startEmbedded');
  for (let count = 0; count < 2; count += 1) await (await borrow()).stop();
  expect(isAlive(pid)).toBe(true);
  await (await borrow(true)).stop();
  expect(isAlive(pid)).toBe(false);
});
