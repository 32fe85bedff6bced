/** A service, and the `muster` command on the same database, with a folder for its files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { employees } from '@muster/contract/resources/employees.ts';
import { freshDatabase } from '../database.ts';
import { type Body, pathOf, type Row } from '../examples.ts';
import { type Ended, runMuster } from '../muster-line.ts';
import { type Company, hiring, newCompany } from '../people/people.ts';
import { type TestClient, type TestService, testService } from '../service.ts';
import { compileCache, root } from '../started-service.ts';

export interface BulkService extends TestService {
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  /** The environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of its files. */
  readonly folder: string;
  /** Runs a command to its end, in this process. */
  muster(...args: string[]): Promise<Ended>;
  /** The same with `--json`, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  musterJson(...args: string[]): Promise<any>;
  /** Starts a command in a separate process and returns at once. Its output is not read automatically. */
  launch(...args: string[]): ChildProcess;
  /** Writes a file, and returns its path. */
  file(name: string, content: string | Buffer): Promise<string>;
}

export async function bulkService(): Promise<BulkService> {
  const fresh = await freshDatabase();
  const masterKey = randomBytes(32);
  const service = await testService({ databaseUrl: fresh.url, masterKey });
  const folder = await mkdtemp(join(tmpdir(), 'muster-bulk-'));
  const children: ChildProcess[] = [];

  const env = {
    ...compileCache,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: fresh.url,
    MUSTER_DATA_DIR: folder,
    MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
    MUSTER_PUBLIC_URL: service.url,
  };

  const launch = (...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, ['cli/main.ts', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  const muster = (...args: string[]) => runMuster(args, env);
  return {
    ...service,
    databaseUrl: fresh.url,
    masterKey,
    env,
    folder,
    launch,
    muster,
    musterJson: async (...args) => JSON.parse((await muster(...args, '--json')).stdout),
    async file(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      await service.stop();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every row of a list of the API, through the links of its pages. */
export async function allListed(client: TestClient, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = `${path}?limit=1000&include=links&sort=id`; next !== undefined; ) {
    const { status, body, text } = await client.call('GET', next);
    if (status !== 200) throw new Error(`GET ${next} answers ${status}: ${text}`);
    rows.push(...body.items.map((row: Row) => ({ ...row, links: null })));
    const { href } = body.links.next ?? {};
    next = href === undefined ? undefined : new URL(href).pathname + new URL(href).search;
  }
  return rows;
}

export async function countListed(client: TestClient, path: string, filter = ''): Promise<number> {
  const { status, body, text } = await client.call('GET', `${path}?limit=1&include=totalCount${filter}`);
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text}`);
  return body.totalCount;
}

export const ndjson = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const parsedLines = <Line = Row>(text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The errors of an import: line number → members with their messages. */
export async function lineErrorsIn(file: string): Promise<Record<number, Record<string, string[]>>> {
  type LineError = { readonly line: number; readonly errors: Record<string, string[]> };
  const lines = parsedLines<LineError>(await readFile(`${file}.errors.ndjson`, 'utf8'));
  return Object.fromEntries(lines.map(({ line, errors }) => [line, errors]));
}

/** A company, and a function to import into its account. */
export async function importing(service: BulkService) {
  const company = await newCompany(service);
  const { account, client } = company;
  return {
    company,
    client,
    import: (file: string, ...more: string[]) =>
      service.muster('import', 'employees', file, '--account', account.name, ...more),
    importJson: (file: string, ...more: string[]) =>
      service.musterJson('import', 'employees', file, '--account', account.name, ...more),
    people: () => allListed(client, pathOf(employees)),
  };
}

/** Bodies of hirings, each with its own members. */
export const bodies = (company: Company, count: number, members: (index: number) => Body): Body[] =>
  Array.from({ length: count }, (_, index) => hiring(company, members(index)));
