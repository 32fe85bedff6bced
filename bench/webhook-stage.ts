/** The setup of the bench of webhooks: a database, service processes, a receiver, and accounts with endpoints. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Muster, musterClient } from '@muster/client';
import pg from 'pg';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { type SeededAccount, withAccounts } from './accounts.ts';
import { type Installation, withInstallation } from './installation.ts';
import { headersOf, http } from './requests.ts';
import type { Question, Receipts } from './webhook-receiver-process.ts';

export interface Writer {
  readonly account: SeededAccount;
  readonly muster: Muster;
  /** The bytes of a creation that records one event. */
  readonly creation: string;
}

export interface Stage {
  readonly url: string;
  readonly superuser: pg.Client;
  readonly port: number;
  readonly masterKey: Buffer;
  start(role: 'all' | 'api' | 'worker'): Promise<ChildProcess>;
  /** Waits until a process has ended. */
  end(child: ChildProcess): Promise<void>;
  /** Of the account with this name, given at the start. */
  writer(accountName: string): Promise<Writer>;
  subscribe(writer: Writer, path: string): Promise<string>;
  addressOf(path: string): string;
  ask(question: Question): Promise<Receipts>;
  /** Waits until every event is published. */
  published(): Promise<void>;
  /** Waits until everything is sent, except to endpoints that never respond. */
  delivered(): Promise<void>;
}

const lookEveryMs = 50;

export const withStage = <Result>(
  accountNames: readonly string[],
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> =>
  withInstallation(async (installation) => {
    const superuser = new pg.Client({ connectionString: installation.superuserUrl });
    await superuser.connect();
    try {
      return await work(await stageOf(installation, superuser, accountNames));
    } finally {
      await superuser.end();
    }
  });

async function stageOf(
  { url, superuserUrl, folder, masterKey, start, startNode }: Installation,
  superuser: pg.Client,
  accountNames: readonly string[],
): Promise<Stage> {
  const accounts = await withAccounts({ url, superuserUrl }, masterKey, async (_, open) => {
    const opened = new Map<string, SeededAccount>();
    for (const name of accountNames) opened.set(name, await open(name));
    return opened;
  });
  const port = await findFreePort();
  const receiverPort = await findFreePort();
  const receiver = await start('./webhook-receiver-process.ts', { port: receiverPort });

  const addressOf = (path: string) => `http://127.0.0.1:${receiverPort}${path}`;

  async function empty(sql: string): Promise<void> {
    while ((await superuser.query(sql)).rows.length > 0) await pause(lookEveryMs);
  }

  return {
    ...{ url, superuser, port, masterKey, addressOf },
    start: async (role) => (await startNode({ port, role, filesDir: folder })).process,
    async end(child) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async writer(accountName) {
      const account = accounts.get(accountName);
      if (!account) throw new Error(`There is no account ${accountName}.`);
      const muster = musterClient({ baseUrl: `http://localhost:${port}`, ...account });
      const { id } = await muster.taxonomies.create({ name: 'Skills' });
      const headers = await headersOf(account, { service: port, floor: 0 });
      const body = JSON.stringify({ taxonomy: { id }, name: 'Forklift driving' });
      const type = 'Content-Type: application/json';
      return { account, muster, creation: http('POST /svc-api/taxonomy-labels', [...headers, type], body) };
    },
    async subscribe({ muster }, path) {
      const webhookUrl = addressOf(path);
      const made = await muster.webhookEndpoints.create({
        ...{ name: path, apiVersion: '2024-11-01', webhookUrl, topics: ['taxonomy-label.*'] },
      });
      return made.id;
    },
    async ask(question) {
      receiver.send(question);
      return ((await once(receiver, 'message')) as [Receipts])[0];
    },
    published: () => empty('select 1 from outbox limit 1'),
    delivered: () =>
      empty(`select 1 from deliveries join webhook_endpoints as endpoint on endpoint.id = webhook_endpoint_id
        where deliveries.status = 'undelivered' and webhook_url not like '%/dead%' limit 1`),
  };
}
