/** Commands for scripts of operators: sandboxes and their clocks, settings, audit, shell completion. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionScript } from '../../../cli/completion.ts';
import { allCommands, withDescendants } from '../../../cli/program.ts';
import { preparedFolder } from '../../support/commands/prepared-folder.ts';
import type { DataFolder, Ended } from '../../support/started-service.ts';

let folder: DataFolder;
beforeAll(async () => {
  folder = await preparedFolder();
  await json('migrate');
  await json('accounts', 'create', 'acme');
}, 120_000);
afterAll(() => folder.discard());

const muster = (...args: string[]): Promise<Ended> => folder.muster(...args);

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function json(...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('sandboxes', () => {
  it('are made, shown, moved in time and dropped', async () => {
    const made = await json('sandboxes', 'create', '--account', 'acme', '--owner', 'ada@example.com');
    expect(made).toMatchObject({ account: 'acme', state: 'ready', clockOffsetMs: 0 });
    expect(made.link).toContain('/console/invitation#');
    const moved = await json('sandboxes', 'clock', made.name, '--to', '2030-01-01');
    expect(moved.clock).toMatch(/^2030-01-01T00:00/);
    const { stdout } = await muster('sandboxes', 'list', '--account', 'acme');
    expect(stdout).toMatch(new RegExp(`^${made.name}  acme +ready  2030-01-01T`, 'm'));
    // A copy does not make the name of its account ambiguous.
    expect((await json('audit', '--account', 'acme')).entries.map(({ action }: { action: string }) => action)).toEqual([
      'sandbox.updated',
      'sandbox.created',
      'account.created',
    ]);
    expect((await json('clients', 'list', '--account', 'acme', '--sandbox', made.name)).clients).toEqual([]);
    expect((await json('sandboxes', 'clock', made.name, '--to', 'machine')).clockOffsetMs).toBe(0);
    const wrong = await muster('sandboxes', 'clock', made.name, '--to', 'soon');
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('a day, a moment') });
    expect((await muster('sandboxes', 'delete', made.name)).stdout).toBe(`The sandbox ${made.name} is gone.\n`);
    expect(await json('sandboxes', 'list')).toEqual({ sandboxes: [] });
    expect((await muster('sandboxes', 'delete', made.name)).status).toBe(1);
  }, 240_000);
});

describe('settings', () => {
  it('are shown in one place and set by name, each change kept', async () => {
    const set = ['accounts', 'settings', '--account', 'acme', '--set'];
    expect(await json(...set, 'auditDays=400', '--set', 'timezoneId=Europe/Paris')).toMatchObject({
      auditDays: 400,
      timezoneId: 'Europe/Paris',
    });
    const { stdout } = await muster('accounts', 'settings', '--account', 'acme');
    expect(stdout).toMatch(/^auditDays +400 +How long audit entries are kept/m);
    const [kept] = (await json('audit', '--account', 'acme', '--limit', '1')).entries;
    expect(kept).toMatchObject({ action: 'account-setting.updated', actorKind: 'operator', after: { auditDays: 400 } });
    const refused = await muster(...set, 'auditDays=0');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('auditDays') });
    expect((await muster(...set, 'colour=red')).stderr).toContain('with one of: timezoneId');
    expect((await muster('webhooks', 'list', '--account', 'acme')).stdout).toContain('no webhook endpoint');
  }, 240_000);
});

describe('completion', () => {
  const bash = promisify(execFile);

  it('offers commands, options and the words of an option in a real shell', async () => {
    const script = join(folder.path, 'muster.bash');
    await writeFile(script, completionScript(await allCommands(), 'bash'));
    const completed = async (...words: string[]) => {
      const text = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _muster; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await bash('bash', ['-c', text])).stdout.trim().split('\n');
    };
    expect(await completed('muster', 'sand')).toEqual(['sandboxes']);
    expect(await completed('muster', 'sandboxes', 'c')).toEqual(['create', 'clock']);
    expect(await completed('muster', 'sandboxes', 'clock', 'kdv7twxq', '--t')).toEqual(['--to']);
    expect(await completed('muster', 'accounts', 'create', 'acme', '--environment', '')).toEqual([
      'production',
      'test',
      'demo',
      'sandbox',
    ]);
    expect(await completed('muster', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('names every command in the scripts of the other shells', async () => {
    const leaves = withDescendants(await allCommands()).filter(({ commands }) => commands.length === 0);
    for (const shell of ['zsh', 'fish'] as const) {
      const text = completionScript(await allCommands(), shell);
      for (const leaf of leaves) expect(text).toContain(`'${leaf.name()}`);
    }
    expect((await muster('completion', 'fish')).stdout).toBe(completionScript(await allCommands(), 'fish'));
    expect((await muster('completion', 'tcsh')).status).toBe(1);
  });
});

describe('every command', () => {
  it('says what it does, has an example, and explains each option and argument', async () => {
    const leaves = withDescendants(await allCommands()).filter(({ commands }) => commands.length === 0);
    for (const leaf of leaves) {
      expect(leaf.description(), leaf.name()).toMatch(/^[a-z].*[^.]$/);
      for (const option of leaf.options) expect(option.description, `${leaf.name()} ${option.long}`).not.toBe('');
    }
  });
});
