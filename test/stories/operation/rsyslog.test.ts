/**
 * The audit trail at rsyslog, as Debian installs it: octet counting over TCP, and TLS where its module is installed. The
 * daemon is killed and comes back, and nothing is missing. Skipped where rsyslog is not installed: `apt-get install rsyslog
 * rsyslog-gnutls`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import type { SyslogTarget } from '../../../server/settings/syslog.ts';
import { startTrail } from '../../../server/trail/send-trail.ts';
import { type TestService, testService } from '../../support/service.ts';

/** Kept small in the suite: RSYSLOG_ENTRIES=100000 npx vitest run test/stories/operation/rsyslog.test.ts */
const entryCount = Number(process.env.RSYSLOG_ENTRIES ?? 1000);

const daemonPath = ['/usr/sbin/rsyslogd', '/usr/bin/rsyslogd'].find(existsSync);
const hasTls =
  globSync('/usr/lib/{,*/}rsyslog/lmnsd_gtls.so').length > 0 && ['/usr/bin/openssl', '/bin/openssl'].some(existsSync);

let folder: string;
let service: TestService;
let account: Account;
let daemon: ChildProcess | null = null;

beforeAll(async () => {
  if (!daemonPath) return;
  folder = await mkdtemp(join(tmpdir(), 'muster-rsyslog-'));
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(async () => {
  if (!daemonPath) return;
  await killed();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function killed(): Promise<void> {
  const child = daemon;
  daemon = null;
  if (!child) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

interface Setup {
  readonly name: string;
  readonly port: number;
  /** Of the module for TCP. */
  readonly module: string;
  /** Before the module. */
  readonly global: string;
}

const outputOf = ({ name }: Setup): string => join(folder, `${name}.out`);

/**
 * Writes the file of settings, starts the daemon, and waits until it listens. Every message begins a line, also after one
 * that the daemon was killed in.
 */
async function started(setup: Setup): Promise<void> {
  const config = join(folder, `${setup.name}.conf`);
  writeFileSync(
    config,
    `global(workDirectory="${folder}" maxMessageSize="64k"${setup.global})
module(load="imtcp"${setup.module})
input(type="imtcp" port="${setup.port}" address="127.0.0.1")
template(name="raw" type="string" string="\\n%msgid% %msg%\\n")
*.* action(type="omfile" file="${outputOf(setup)}" template="raw")\n`,
  );
  const pid = join(folder, `${setup.name}.pid`);
  await rm(pid, { force: true });
  daemon = spawn(daemonPath as string, ['-n', '-f', config, '-i', pid], { stdio: 'ignore' });
  await vi.waitFor(() => listening(setup.port), { timeout: 20_000, interval: 50 });
}

const listening = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** The ids of the messages that the file of the daemon holds, each once. */
const idsIn = (setup: Setup): Set<string> =>
  new Set(
    (existsSync(outputOf(setup)) ? readFileSync(outputOf(setup), 'utf8') : '')
      .split('\n')
      .filter((line) => line.startsWith('read ') && line.endsWith('}') && line.includes('"filler"'))
      .flatMap((line) => /"id":"?(\d+)/.exec(line)?.[1] ?? []),
  );

const inserted = statement(`
insert into read_log (account_id, occurred_at, reader_type, reader_id, reader_name, operation, families, members, employee_ids)
select $1, clock_timestamp(), 'operator', 'filler', 'filler', 'fill', '{files}', '{"files":["content"]}', '{1}'
from generate_series(1, $2::int) returning id::text as id`);

async function noted(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1000) {
    const rows = await service.database.session(account.id).run<{ id: string }>(inserted, [Math.min(left, 1000)]);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Some entries before the daemon is killed, some while it is away, some when it is back. */
async function tried(setup: Setup, target: SyslogTarget): Promise<void> {
  await service.database.query('delete from trail_positions');
  const trail = startTrail({ database: service.database, target, onError: () => undefined });
  try {
    // Of the account, and of what belongs to none.
    await vi.waitFor(async () => expect((await service.database.query('select from trail_positions')).length).toBe(2), {
      timeout: 20_000,
      interval: 50,
    });
    await started(setup);
    const parts = Math.ceil(entryCount / 3);
    const ids = await noted(parts);
    await vi.waitFor(() => expect(idsIn(setup).size).toBeGreaterThan(0), { timeout: 60_000, interval: 100 });
    await killed();
    ids.push(...(await noted(parts)));
    await started(setup);
    ids.push(...(await noted(parts)));
    const missing = () => {
      const arrived = idsIn(setup);
      return ids.filter((id) => !arrived.has(id)).length;
    };
    await vi.waitFor(() => expect(missing()).toBe(0), { timeout: 60_000 + entryCount * 5, interval: 200 });
  } finally {
    await trail.stop();
    await killed();
  }
}

const timeout = 180_000 + entryCount * 10;

test.skipIf(!daemonPath)(
  `rsyslog takes ${entryCount} messages with octet counting, and none is missing after it was killed (skipped without rsyslogd)`,
  { timeout },
  async () => {
    const setup = { name: 'plain', port: await findFreePort(), module: '', global: '' };
    await tried(setup, { isEncrypted: false, host: '127.0.0.1', port: setup.port, ca: null });
  },
);

/** A certificate for this machine, signed by itself. */
function certified(): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const form = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...form, ...name], { stdio: 'ignore' });
  return { key, certificate };
}

test.skipIf(!daemonPath || !hasTls)(
  `rsyslog takes ${entryCount} messages over TLS (skipped without rsyslogd, its module gtls or openssl)`,
  { timeout },
  async () => {
    const { key, certificate } = certified();
    const setup = {
      name: 'tls',
      port: await findFreePort(),
      module: ' streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon"',
      global: ` defaultNetstreamDriverCAFile="${certificate}" defaultNetstreamDriverCertFile="${certificate}" defaultNetstreamDriverKeyFile="${key}"`,
    };
    const ca = readFileSync(certificate, 'utf8');
    await tried(setup, { isEncrypted: true, host: 'localhost', port: setup.port, ca });
  },
);
