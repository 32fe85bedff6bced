/** A service with accounts, callers and rows of every kind, so that requests pass the first checks. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byService } from '@muster/contract/author.ts';
import { withInstallation } from '../../bench/installation.ts';
import { useOf } from '../../bench/process-use.ts';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
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
  /** What the service has in use, without garbage, and all memory of its process. */
  memory(): Promise<Memory>;
  /** The log lines of a failed request. */
  failure(traceId: string): Promise<string | undefined>;
}

export interface Memory {
  readonly inUse: number;
  readonly process: number;
}

const rowsEach = 6;
const throwawaySettings = { fsync: 'off', synchronous_commit: 'off' };

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
export const withStage = (work: (stage: Stage) => Promise<void>): Promise<void> =>
  withInstallation(async ({ url, folder, masterKey, start }) => {
    const port = await findFreePort();
    const settings = { databaseUrl: url, port, masterKey: masterKey.toString('hex'), dataDir: folder };
    const child = await start(new URL('./service-process.ts', import.meta.url).href, settings);
    const database = openDatabase({
      url,
      connectionsMax: 2,
      statementMs: 60_000,
      now: () => new Date(),
      vault: vaultOf(derivedKeys(masterKey)),
      author: byService(),
      onError: () => undefined,
    });
    try {
      await work({
        ...(await furnished({ url: `http://127.0.0.1:${port}`, database })),
        async memory() {
          if (child.exitCode !== null) return { inUse: 0, process: 0 };
          const process = useOf(child.pid as number).residentMegabytes * 2 ** 20;
          const answered = once(child, 'message');
          child.send('memory');
          const [inUse] = (await answered) as [number];
          return { inUse, process };
        },
        async failure(traceId) {
          const log = await readFile(join(folder, 'errors.log'), 'utf8').catch(() => '');
          return log.split('\n').find((line) => line.includes(traceId));
        },
      });
    } finally {
      await database.close();
    }
  }, throwawaySettings);
