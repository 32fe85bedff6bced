/**
 * Runs every example of every help text as printed. The plan below has them in an order in which each finds what it
 * needs; an example that is missing in the plan, or no longer in a help text, fails the first test.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, listAccounts } from '../../server/identity/accounts/accounts.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { type BulkService, bulkService } from '../support/commands/bulk.ts';
import { examplesInHelp } from '../support/commands/help-examples.ts';
import { costlyExamples, storyExamples } from '../support/commands/story-examples.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { isFull } from '../support/form.ts';
import { runMusterLine } from '../support/muster-line.ts';
import { establishment } from '../support/organization/organization.ts';
import { company, hired, hiring } from '../support/people/people.ts';
import { type Ended, root } from '../support/started-service.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

/** In order: creation before use, removal after it. */
const plan = [
  'muster migrate',
  'DATABASE_URL=postgres://… muster migrate --json',
  'muster doctor',
  'muster demo',
  'muster trigger employee.updated',
  'muster trigger department.created --account demo --id 12',
  'muster trigger profession.deleted --account demo --example --json',
  'muster listen --forward-to http://localhost:4000/hook',
  "muster listen --topics 'employee.*,department.updated'",
  'muster listen --account demo --from oldest --json',
  'muster accounts create acme',
  'muster accounts list',
  'muster accounts list --json',
  'muster accounts limit --account acme --requests-per-minute 5000',
  'muster accounts limit --account acme --event-days default',
  'muster accounts settings --account acme',
  'muster accounts settings --account acme --set auditDays=400 --set isSecondFactorRequired=true',
  'muster accounts settings --account acme --set eventDays=null',
  `muster accounts settings --account acme --set 'refusedEmailDomains=["example.org"]'`,
  'muster accounts people --account acme --timezone Europe/Paris',
  'muster accounts people --account acme --hire-template 4 --hire-establishment 12 --hire-department 45',
  'muster accounts webhooks --account acme --challenge on',
  'muster accounts webhooks --account acme --waits 10,60,600 --suspension-days 2',
  'muster accounts legacy --account acme',
  'muster accounts legacy --account acme --v2-until 2026-12-31',
  'muster accounts legacy --account acme --v2-until default',
  'muster calendars create --account acme --name "France"',
  'muster calendars list --account acme',
  'muster calendars add 3 2026-05-01 "Labour Day" --account acme',
  'muster calendars show 3 --account acme',
  'muster calendars show 3 --account acme --year 2026',
  'muster calendars remove 3 2026-05-01 2027-05-01 --account acme',
  'muster calendars import 3 holidays-2026.csv --account acme',
  'muster calendars rename 3 "France, without Alsace-Moselle" --account acme',
  'muster accounts working-time --account acme',
  'muster accounts working-time --account acme --weekdays mon,tue,wed,thu,fri,sat --hours-per-day 6:30',
  'muster accounts working-time --account acme --calendar 3 --language fr-FR',
  'muster working-time-arrangements create --account acme --name "Full time, Lyon" --calendar 3',
  'muster working-time-arrangements list --account acme',
  'muster working-time-arrangements change 4 --account acme --calendar 5',
  'muster working-time-arrangements archive 4 --account acme',
  'muster working-time-arrangements restore 4 --account acme',
  'muster administrators create --account acme --email ada@example.com --name Ada',
  'muster administrators create --account acme --email ops@example.com --operator',
  'muster administrators list --account acme',
  'muster sandboxes create --account acme',
  'muster sandboxes create --account acme --owner ada@example.com',
  'muster sandboxes list',
  'muster sandboxes list --account acme --json',
  'muster sandboxes clock kdv7twxq',
  'muster sandboxes clock kdv7twxq --to 2027-01-01',
  'muster sandboxes clock kdv7twxq --to machine',
  'muster sandboxes delete kdv7twxq',
  'muster administrators role ada@example.com --account acme --role auditor',
  'muster administrators disable ada@example.com --account acme',
  'muster administrators enable ada@example.com --account acme',
  'muster administrators reset-password ada@example.com --account acme',
  'muster administrators sign-out ada@example.com --account acme',
  'muster administrators allow-passwords --account acme',
  'muster administrators delete ada@example.com --account acme',
  'muster administrators invite --account acme --email ada@example.com --role auditor',
  'muster administrators invite --account acme --email sam@example.com --role hr --establishments 1,2',
  'muster clients create --account acme --name Payroll --contact payroll@example.com --scopes all',
  'muster clients create --account acme --name Badges --contact it@example.com --scopes employees.readonly,events.readonly --establishments 1,2',
  'muster clients list --account acme',
  'muster clients change app-0123 --contact it@example.com',
  'muster clients change app-0123 --scopes employees.readonly,events.readonly --establishments all',
  'muster clients rotate-secret app-0123',
  'muster clients end-old-secret app-0123',
  'muster clients rotate-secret app-0123 --overlap 0',
  'muster clients revoke app-0123',
  'muster clients restore app-0123',
  'muster api-keys create --account acme --name "Time clock" --contact it@example.com --users --former',
  'muster api-keys create --account acme --name Planning --leaves --users --establishments 1,2',
  'muster api-keys list --account acme',
  'muster api-keys role "Time clock" --account acme',
  'muster api-keys role "Time clock" --account acme --leaves --establishments 1,2 --no-former',
  'muster api-keys change "Time clock" --account acme --contact it@example.com',
  'muster api-keys regenerate "Time clock" --account acme',
  'muster api-keys regenerate "Time clock" --account acme --overlap 0',
  'muster api-keys revoke "Time clock" --account acme',
  'muster legacy usage',
  'muster legacy usage --account acme',
  'muster webhooks list --account acme',
  'muster webhooks list --account acme --json',
  'muster webhooks deactivate 12 --account acme',
  'muster webhooks activate 12 --account acme',
  'muster audit --account acme',
  'muster audit --account acme --action session.opened --limit 10 --json',
  'muster audit --follow --name siem',
  'muster history departments 12 --account acme',
  'muster history employees 7 --account acme --json',
  'muster subject-export 7 --account acme --language fr-FR',
  'muster erase 7 --account acme --reason "Request of 4 May" --dry-run',
  'muster import employees people.csv --account acme --dry-run',
  'muster import employees people.csv --account acme',
  'muster import employees people.ndjson --account acme --json',
  'muster import employments employments.csv --account acme --dry-run',
  'muster import job-positions job-positions.csv --account acme --dry-run',
  'muster import departments departments.csv --account acme --dry-run',
  'muster import employee-attributes employee-attributes.csv --account acme --dry-run',
  'muster import leaves leaves.csv --account acme --dry-run',
  'muster export employees --account acme --output employees.ndjson',
  'muster export employees --account acme --format csv --output employees.csv',
  'muster export employee-personal-records --account acme | gzip > records.ndjson.gz',
  'source <(muster completion bash)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
  'muster completion zsh > "${fpath[1]}/_muster"',
  'muster completion fish > ~/.config/fish/completions/muster.fish',
  'muster start',
  'PORT=8080 muster start',
  'muster start --role worker',
  'muster accounts create acme --environment sandbox',
  'muster demo --json',
  'muster files adopt',
  'MUSTER_FILES_DIR=/srv/files muster files adopt --json',
  'muster clock-confirmed',
  'muster clock-confirmed --json',
  'muster restore-finished',
  'muster restore-finished --by 5000000',
];

/** Before the named example: what no example creates, and the ids that replace those of examples. */
const preparations: Readonly<Record<string, () => Promise<void>>> = {
  'muster trigger employee.updated': async () => {
    const demo = await accountCalled('demo');
    const first = statement('select min(id)::text as id from departments where account_id = $1');
    const [row] = await service.database.session(demo.id).run<{ id: string }>(first);
    real.set('--id 12', `--id ${row?.id}`);
  },
  'muster accounts limit --account acme --requests-per-minute 5000': async () => {
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

it('the plan holds every example that a help text shows, and no other', async () => {
  const printed = await examplesInHelp();
  expect(printed.length).toBeGreaterThan(90);
  expect([...plan, ...storyExamples].sort()).toEqual([...printed].sort());
});

const tried = plan.filter((example) => isFull || !costlyExamples.includes(example));
console.info(`examples of help texts: ${tried.length} of ${plan.length}`);

it.each(tried)('%s', async (example) => {
  await preparations[example]?.();
  let line = example;
  for (const [said, meant] of real) line = line.replaceAll(said, meant);
  const env = environmentOf(example);
  if (/^muster (?!listen|start|audit --follow)[^|<>]*$/.test(line)) {
    const located = line.replaceAll(/(?<= )([\w-]+\.(csv|ndjson))/g, `${service.folder}/$1`);
    expect(await runMusterLine(located, env)).not.toBe('');
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
