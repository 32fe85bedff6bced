/**
 * Time and memory of the `muster` command for importing and exporting many people, on a separate PostgreSQL with nothing
 * else running: `node bench/bulk.ts [people]`, 100,000 by default.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byService } from '@muster/contract/author.ts';
import { writerOf } from '../demo/writer.ts';
import { operatorAccessTo } from '../server/admin/operator-calls.ts';
import { openAccount } from '../server/administration.ts';
import { seedBaseSchemas } from '../server/attributes/base-schemas.ts';
import { addressBook } from '../server/identity/accounts/addresses.ts';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';

const people = Number(process.argv[2] ?? 100_000);
const dataDir = await mkdtemp(join(tmpdir(), 'muster-bulk-'));
const masterKey = randomBytes(32);
const server = await startEmbedded({ dataDir, log: () => undefined });

/** One legal entity with ten establishments and fifty departments, with remote ids. */
async function company(): Promise<void> {
  const now = () => new Date();
  const vault = vaultOf(derivedKeys(masterKey));
  const options = { url: server.url, connectionsMax: 1, statementMs: 60_000, now, vault, onError: () => undefined };
  const database = openDatabase({ ...options, author: byService() });
  await seedBaseSchemas(database);
  const addresses = addressBook({ publicUrl: 'http://localhost:3000', authUrl: null, accountHosts: [] });
  const account = await openAccount({ database, addresses, now }, { name: 'bulk', environment: 'production' });
  const { caller } = operatorAccessTo({ ...account, baseUrl: 'http://localhost:3000' }, database.author);
  await database.transaction(account.id, async (tx) => {
    const writer = writerOf(tx, caller);
    const legalEntity = {
      id: await writer.create('legalEntities', { legalName: 'Bulk', countryCode: 'FRA', currencyCode: 'EUR' }),
    };
    for (let place = 0; place < 10; place += 1) {
      const timezoneId = 'Europe/Paris';
      await writer.create('businessEstablishments', {
        name: `Place ${place}`,
        remoteId: `P${place}`,
        legalEntity,
        timezoneId,
      });
    }
    for (let at = 0; at < 50; at += 1)
      await writer.create('departments', { name: `Department ${at}`, remoteId: `D${at}` });
    await writer.create('employmentTemplates', {
      title: 'Permanent',
      legalEntities: [],
      term: 'permanent',
      audience: 'employee',
    });
  });
  await database.close();
}

const position = 'firstEmployment.firstJobPosition';
const header = [
  ...['givenName', 'familyName', 'email', 'remoteId', 'employeeNumber', 'phoneNumber'],
  ...['firstEmployment.start.date', 'firstEmployment.template.title'],
  ...[`${position}.businessEstablishment.remoteId`, `${position}.department.remoteId`, `${position}.jobTitle`],
];

function person(number: number): string[] {
  const start = new Date(Date.UTC(2010, 0, 1) + (number % 5000) * 86_400_000).toISOString().slice(0, 10);
  const name = [`Given${number % 997}`, `Family${number % 9973}`];
  return [
    ...[...name, `person${number}@example.com`, `R-${number}`, `N${number}`, '+33123456789'],
    ...[start, 'Permanent', `P${number % 10}`, `D${number % 50}`, `Title ${number % 200}`],
  ];
}

async function writePeople(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(`${header.join(',')}\n`);
  for (let number = 1; number <= people; number += 1) {
    if (!stream.write(`${person(number).join(',')}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

/** Runs a command; returns its duration and its peak memory. */
async function muster(...args: string[]): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'cli/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.url,
      MUSTER_DATA_DIR: dataDir,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (chunk) => process.stdout.write(chunk));
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(child.pid ?? 0));
  }, 200);
  const [status] = await once(child, 'close');
  clearInterval(watch);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(
    `${args.slice(0, 2).join(' ')}: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} a second, ` +
      `${Math.round(peakMegabytes)} MB at most, status ${status}`,
  );
  if (status !== 0) process.exitCode = 1;
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

try {
  await migrate(server.url, new Date());
  await company();
  const file = join(dataDir, 'people.csv');
  await writePeople(file);
  const ofAccount = ['--account', 'bulk'];
  await muster('import', 'employees', file, ...ofAccount, '--dry-run');
  await muster('import', 'employees', file, ...ofAccount);
  await muster('import', 'employees', file, ...ofAccount);
  for (const format of ['ndjson', 'csv']) {
    const output = join(dataDir, `out.${format}`);
    await muster('export', 'employees', ...ofAccount, '--format', format, '--output', output);
    console.log(`${format}: ${((await stat(output)).size / 1e6).toFixed(1)} MB`);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
