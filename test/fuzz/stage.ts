/** A service with accounts, callers and rows of every kind, so that requests pass the first checks. */

import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byService } from '@muster/contract/author.ts';
import { startFlags } from '../../bench/start-flags.ts';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { startEmbedded } from '../../server/platform/database/embedded.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { creations } from '../support/administration-examples.ts';
import { answering, type Body, createExample, everyResource, exampleBody } from '../support/examples.ts';
import { type Caller, type Installation, type Tenant, tenantOf } from './callers.ts';

export interface Stage {
  readonly url: string;
  readonly callers: readonly Caller[];
  /** Ids of existing rows by collection. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Valid bodies of creations by collection. */
  readonly bodies: ReadonlyMap<string, readonly Body[]>;
  /** The memory of the service process. */
  memoryBytes(): Promise<number>;
  /** The log lines of a failed request. */
  failure(traceId: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

const rowsEach = 6;

export async function furnished(
  installation: Installation,
): Promise<Pick<Stage, 'url' | 'callers' | 'ids' | 'bodies'>> {
  const alpha = await tenantOf(installation, 'alpha');
  const beta = await tenantOf(installation, 'beta');
  const ids = new Map<string, string[]>();
  const bodies = new Map<string, Body[]>();
  const { client } = alpha;
  for (const resource of everyResource) {
    const isMade = resource.operations.includes('create') || resource.content;
    const made = isMade ? await some(() => createExample(client, resource)) : [];
    ids.set(
      resource.path,
      made.map(({ id }) => id),
    );
  }
  for (const resource of answering('create')) {
    bodies.set(resource.path, [await exampleBody(client, resource), await exampleBody(client, resource, true)]);
  }
  for (const resource of everyResource.filter(({ operations }) => operations.includes('list'))) {
    const { body } = await client.call('GET', `/svc-api/${resource.path}?limit=20`);
    const known = ids.get(resource.path) ?? [];
    for (const { id } of body?.items ?? []) if (!known.includes(id)) known.push(id);
  }
  await furnishAdministration(installation.url, alpha, ids, bodies);
  return { url: installation.url, callers: [...alpha.callers, ...beta.callers], ids, bodies };
}

async function some<T>(make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let count = 0; count < rowsEach; count += 1) made.push(await make());
  return made;
}

async function furnishAdministration(
  url: string,
  { callers }: Tenant,
  ids: Map<string, string[]>,
  bodies: Map<string, Body[]>,
): Promise<void> {
  const owner = callers.find(({ kind }) => kind === 'person');
  const headers = { ...owner?.headers, 'api-version': '2024-11-01', 'content-type': 'application/json' };
  for (const [type, body] of Object.entries(creations)) {
    const path = `${type}s`;
    bodies.set(path, [body() as Body]);
    if (type.endsWith('-secret')) continue;
    const made = await some(async () => {
      const answer = await fetch(`${url}/admin-api/${path}`, { method: 'POST', headers, body: JSON.stringify(body()) });
      return (await answer.json()) as { id?: string };
    });
    ids.set(
      path,
      made.flatMap(({ id }) => id ?? []),
    );
  }
  ids.set('account-settings', ['current']);
}

/** With a separate PostgreSQL and process. */
export async function startStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-fuzz-'));
  const server = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  const masterKey = randomBytes(32);
  const port = await findFreePort();
  await migrate(server.url, new Date());
  const settings = { databaseUrl: server.url, port, masterKey: masterKey.toString('hex'), dataDir };
  const child = fork(new URL('./service-process.ts', import.meta.url), [JSON.stringify(settings)], {
    execArgv: startFlags,
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The service ended before it was ready.'))),
  ]);
  const vault = vaultOf(derivedKeys(masterKey));
  const database = openDatabase({
    url: server.url,
    connectionsMax: 2,
    statementMs: 60_000,
    now: () => new Date(),
    vault,
    author: byService(),
    onError: () => undefined,
  });
  const stage = await furnished({ url: `http://127.0.0.1:${port}`, database });
  return {
    ...stage,
    async memoryBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    },
    async failure(traceId) {
      const log = await readFile(join(dataDir, 'errors.log'), 'utf8').catch(() => '');
      return log.split('\n').find((line) => line.includes(traceId));
    },
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null) {
        child.kill();
        await ended;
      }
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
