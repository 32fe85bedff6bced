/**
 * `muster doctor` in every broken state that a start looks for: exactly one check fails, with one sentence about what is
 * wrong and one about what to do, and the command fails. The list of checks is that of the code: one without a state here
 * fails this file.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkNames } from '../../../server/platform/database/checks.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { closing, type Place, run, type Settings, superuserUrl, takenPort } from '../../support/broken-place.ts';
import { brokenStates } from '../../support/broken-states.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inFull, oneIn } from '../../support/form.ts';
import { runMuster } from '../../support/muster-line.ts';
import { dataFolder } from '../../support/started-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-doctor-'));
  // PostgreSQL runs as another user if this process is root.
  await chmod(folder, 0o711);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function doctor(settings: Settings) {
  const { status, stdout, stderr } = await runMuster(['doctor', '--json'], settings);
  expect(stderr).toBe('');
  const { checks } = JSON.parse(stdout) as { checks: { name: string; finding: string; mend: string | null }[] };
  return { status, failed: checks.filter(({ mend }) => mend !== null) };
}

async function placeOf(fresh: FreshDatabase): Promise<Place & { settings: Settings }> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const { url } = fresh;
  const settings = { MUSTER_DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' };
  return { url, dataDir, settings, run: (sql) => run(superuserUrl(url), sql) };
}

for (const [place, name] of checkNames.entries()) {
  for (const { state, broken, finding, mend } of oneIn(2, brokenStates[name] ?? [], place)) {
    test(`${name}: ${state} is found, with what to do`, async () => {
      const fresh = await freshDatabase();
      closing.push(() => fresh.drop());
      const place = await placeOf(fresh);
      const settings = { ...place.settings, ...(await broken(place)) };
      const { status, failed } = await doctor(settings);
      expect([status, failed]).toEqual([
        1,
        [expect.objectContaining({ name, finding: expect.stringMatching(finding), mend: expect.stringMatching(mend) })],
      ]);
      for (const sentence of Object.values(failed[0] ?? {}).slice(1, 3)) expect(sentence).toMatch(/^[A-Z][^\n]+[.;]$/);
      expect(JSON.stringify(failed)).not.toContain('secret@');
    });
  }
}

const mounted = (dataDir: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

test('data folder: a disk without room is found, with what to do', async ({ skip }) => {
  const fresh = await freshDatabase();
  closing.push(() => fresh.drop());
  const { dataDir, settings } = await placeOf(fresh);
  if (!mounted(dataDir)) return skip('this machine does not let this user mount a small disk');
  try {
    const { status, failed } = await doctor(settings);
    expect([status, failed]).toMatchObject([
      1,
      [{ name: 'data folder', finding: expect.stringContaining('nearly full') }],
    ]);
    expect(failed[0]?.mend).toContain('Make room');
  } finally {
    execFileSync('umount', [dataDir]);
  }
});

test('the port of the running service is no finding', async () => {
  const fresh = await freshDatabase();
  closing.push(() => fresh.drop());
  const { dataDir, settings } = await placeOf(fresh);
  const port = await takenPort();
  await writeFile(
    join(dataDir, 'run.json'),
    JSON.stringify({ pid: process.pid, settings: { PORT: port }, secrets: [] }),
  );
  expect(await doctor({ ...settings, HOST: '0.0.0.0' })).toEqual({ status: 0, failed: [] });
});

inFull(
  'the port of a running worker is no finding, until it has stopped',
  async () => {
    const fresh = await freshDatabase();
    closing.push(() => fresh.drop());
    const port = String(await findFreePort());
    const settings = { DATABASE_URL: fresh.url, PORT: '0', MUSTER_METRICS_PORT: port, MUSTER_DEMO: 'false' };
    const installation = await dataFolder(undefined, { ...settings, MUSTER_ROLE: 'worker' });
    closing.push(installation.discard);
    const worker = installation.launch();
    const health = () => fetch(`http://localhost:${port}/health/ready`).then(({ status }) => status);
    await expect.poll(() => health().catch(() => null), { timeout: 60_000 }).toBe(200);
    const place = { ...settings, MUSTER_DATA_DIR: installation.path };
    // Its command may say what it is, or not.
    for (const role of ['worker', 'all']) {
      await expect.poll(() => doctor({ ...place, MUSTER_ROLE: role })).toEqual({ status: 0, failed: [] });
    }
    expect(await worker.signal('SIGTERM')).toMatchObject({ status: 0, stderr: '' });
    await takenPort(Number(port));
    expect(await doctor({ ...place, HOST: '0.0.0.0' })).toMatchObject({ status: 1, failed: [{ name: 'ports' }] });
  },
  120_000,
);
