/**
 * Runs the examples of all help texts as printed, chain by chain; the short form runs one chain in three. An example that is
 * missing in the chains, or no longer in a help text, fails the first test. The command line understands every example in
 * both forms.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCommands, withDescendants } from '../../cli/program.ts';
import { type Account, listAccounts } from '../../server/identity/accounts/accounts.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { type BulkService, bulkService } from '../support/commands/bulk.ts';
import { demoChain, firstChain, otherChains } from '../support/commands/example-chains.ts';
import { examplesInHelp } from '../support/commands/help-examples.ts';
import { storyExamples } from '../support/commands/story-examples.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { inForm, oneIn } from '../support/form.ts';
import { runMusterLine, wordsOf } from '../support/muster-line.ts';
import { establishment } from '../support/organization/organization.ts';
import { company, hired, hiring } from '../support/people/people.ts';
import { type Ended, root } from '../support/started-service.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

/** Before the named example: what no example creates, and the ids that replace those of examples. */
const preparations: Readonly<Record<string, () => Promise<void>>> = {
  'muster trigger employee.updated': async () => {
    const demo = await accountCalled('demo');
    const first = statement('select min(id)::text as id from departments where account_id = $1');
    const [row] = await service.database.session(demo.id).run<{ id: string }>(first);
    real.set('--id 12', `--id ${row?.id}`);
  },
  'muster accounts list': async () => {
    const client = await service.client(await accountCalled('acme'));
    const { owner, ...made } = await company(client);
    const other = await establishment(client, owner);
    const endpoint = await createEndpoint(client, 'https://receiver.example.com/hook');
    real.set('--establishments 1,2', `--establishments ${made.place.id},${other.id}`);
    real.set(
      '--hire-template 4 --hire-establishment 12 --hire-department 45',
      `--hire-template ${made.template.id} --hire-establishment ${made.place.id} --hire-department ${made.department.id}`,
    );
    real.set('activate 12', `activate ${endpoint.id}`);
    real.set('departments 12', `departments ${made.department.id}`);
    real.set(' 7 --account', ` ${(await hired(client, { owner, ...made })).id} --account`);
    real.set('app-0123', client.credentials.clientId);
    const person = hiring({ owner, ...made }, { familyName: 'Moreau' });
    await service.file('people.ndjson', `${JSON.stringify(person)}\n`);
    await service.file('people.csv', 'givenName,familyName\nPaul,Girard\n');
    for (const name of ['employments', 'job-positions', 'departments', 'employee-attributes', 'leaves']) {
      await service.file(`${name}.csv`, 'id\n');
    }
    await service.file('holidays-2026.csv', 'date,name\n2026-07-14,Bastille Day\n');
  },
  'muster calendars add 3 2026-05-01 "Labour Day" --account acme': async () => {
    const { calendars } = await service.musterJson('calendars', 'list', '--account', 'acme');
    const other = await service.musterJson('calendars', 'create', '--account', 'acme', '--name', 'Germany');
    for (const word of ['add', 'show', 'remove', 'import', 'rename', '--calendar']) {
      real.set(`${word} 3`, `${word} ${calendars[0].id}`);
    }
    real.set('2026-05-01 2027-05-01', '2026-05-01');
    real.set('--calendar 5', `--calendar ${other.id}`);
  },
  'muster working-time-arrangements list --account acme': async () => {
    const { arrangements } = await service.musterJson('working-time-arrangements', 'list', '--account', 'acme');
    for (const word of ['change', 'archive', 'restore']) real.set(`${word} 4`, `${word} ${arrangements[0].id}`);
  },
  'muster sandboxes clock kdv7twxq': async () => {
    const { sandboxes } = await service.musterJson('sandboxes', 'list', '--account', 'acme');
    real.set('kdv7twxq', sandboxes[0].name);
  },
};

async function accountCalled(wanted: string): Promise<Account> {
  const account = (await listAccounts(service.database)).find(({ name }) => name === wanted);
  if (account === undefined) throw new Error(`No example has made the account ${wanted}.`);
  return account;
}

let service: BulkService;
let withoutDemo: FreshDatabase;
let receiver: Server;
/** What replaces texts of examples. */
const real = new Map<string, string>();

beforeAll(async () => {
  [service, withoutDemo] = await Promise.all([bulkService(), freshDatabase()]);
  receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  real.set('localhost:4000', `127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  real.set('DATABASE_URL=postgres://…', `DATABASE_URL=${service.env.DATABASE_URL}`);
  real.set('MUSTER_FILES_DIR=/srv/files', `MUSTER_FILES_DIR=${join(service.folder, 'adopted')}`);
  real.set('PORT=8080', `PORT=${await findFreePort()}`);
  const shim = await service.file('muster', `#!/bin/sh\nexec "${process.execPath}" "${root}/cli/main.ts" "$@"\n`);
  await chmod(shim, 0o755);
  await mkdir(join(service.folder, '.config/fish/completions'), { recursive: true });
}, 60_000);
afterAll(async () => {
  receiver.close();
  await service.stop();
  await withoutDemo.drop();
});

const examples = [...demoChain, ...firstChain, ...otherChains.flat(), ...storyExamples];

it('the chains hold every example that a help text shows, and no other', async () => {
  const printed = await examplesInHelp();
  expect(printed.length).toBeGreaterThan(90);
  expect([...examples].sort()).toEqual([...printed].sort());
});

/** Without what the shell does around the command. */
const commandIn = (example: string): string => /\bmuster ([^|<>)]*)/.exec(example)?.[1]?.trim() ?? '';

it.each(examples)('the command line understands %s', async (example) => {
  const tree = await allCommands();
  const understood: string[] = [];
  for (const command of withDescendants(tree)) command.action(() => void understood.push(command.name()));
  await tree.parseAsync(wordsOf(commandIn(example)), { from: 'user' });
  expect(understood).toHaveLength(1);
});

const tried = [inForm({ short: [], full: demoChain }), firstChain, ...oneIn(3, otherChains, 2)].flat();
console.info(`examples of help texts: ${tried.length} of ${examples.length} are run`);

it.each(tried)('%s', async (example) => {
  await preparations[example]?.();
  let line = example;
  for (const [said, meant] of real) line = line.replaceAll(said, meant);
  const env = environmentOf(example);
  const [, name, value = '', command = ''] =
    /^(?:(\w+)=(\S+) )?(muster (?!listen|start|audit --follow)[^|<>]*)$/.exec(line) ?? [];
  if (command !== '') {
    const located = command.replaceAll(/(?<= )([\w-]+\.(csv|ndjson))/g, `${service.folder}/$1`);
    expect(await runMusterLine(located, { ...env, ...(name && { [name]: value }) })).not.toBe('');
    return;
  }
  const { status, stderr } = await runInShell(line, env);
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});

function environmentOf(example: string): Record<string, string> {
  const { folder, env } = service;
  const shell = { ...env, PATH: `${folder}:${process.env.PATH}`, HOME: folder };
  if (example === 'muster demo --json') return { ...shell, DATABASE_URL: withoutDemo.url };
  // A second service on this database, without its own demo.
  return /muster start/.test(example) ? { PORT: '0', MUSTER_DEMO: 'false', ...shell } : shell;
}

/** Long-running commands have started when they print this; then they are stopped as by Ctrl-C. */
const begun = /is ready\.|works for|Listening|Following|"afterId"/;

async function runInShell(line: string, env: Record<string, string>): Promise<Ended> {
  const child = spawn('bash', ['-c', `fpath=(. "$PWD")\n${line}`], {
    cwd: service.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const seen = { stdout: '', stderr: '' };
  let isEndless = / (listen|start|--follow)\b/.test(line);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      if (!isEndless || !begun.test(seen.stdout + seen.stderr) || !child.pid) return;
      // Once: a second signal kills a process that is still stopping.
      isEndless = false;
      process.kill(-child.pid, 'SIGINT');
    });
  }
  const [status] = await once(child, 'close');
  return { status, ...seen };
}
