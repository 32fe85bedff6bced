/** Empty accounts with a client application and a key each, and a superuser connection to fill them. */
import { byService } from '@muster/contract/author.ts';
import { scopes } from '@muster/contract/scopes.ts';
import pg from 'pg';
import { createClient } from '../cli/client-applications.ts';
import { createApiKey } from '../cli/legacy-keys.ts';
import { seedBaseSchemas } from '../server/attributes/base-schemas.ts';
import { addressBook } from '../server/identity/accounts/addresses.ts';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import { openAccount } from '../server/operator/open-account.ts';
import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { registerVersions } from '../server/platform/store/stored-text.ts';

export interface Urls {
  readonly url: string;
  readonly superuserUrl: string;
}

export interface SeededAccount {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A key of the legacy API that reads everybody who has not left, without personal data. */
  readonly apiKey: string;
}

export type OpenAccount = (name: string) => Promise<SeededAccount>;

export async function withAccounts<T>(
  urls: Urls,
  masterKey: Buffer,
  work: (superuser: pg.Client, open: OpenAccount, database: Database) => Promise<T>,
): Promise<T> {
  const now = () => new Date();
  const keys = derivedKeys(masterKey);
  const database = openDatabase({
    url: urls.url,
    connectionsMax: 2,
    statementMs: 60_000,
    now,
    vault: vaultOf(keys),
    author: byService(),
    onError: () => undefined,
  });
  const superuser = new pg.Client({ connectionString: urls.superuserUrl });
  superuser.on('error', () => undefined);
  await superuser.connect();
  await registerVersions(database);
  await seedBaseSchemas(database);
  const addresses = addressBook({ publicUrl: 'http://localhost', authUrl: null, accountHosts: [] });
  const operating = { database, addresses, actor: null };
  const result = await work(
    superuser,
    async (name) => {
      const account = await openAccount({ database, addresses, now }, { name, environment: 'production' });
      const credentials = await createClient(operating, account, {
        name: 'Bench',
        technicalContact: 'bench@example.com',
        scopes,
        establishments: null,
      });
      const { apiKey } = await createApiKey(operating, account, {
        name: 'Bench',
        technicalContact: 'bench@example.com',
        rights: { leaves: 'all', users: 'all', future: true },
      });
      return { accountId: account.id, ...credentials, apiKey };
    },
    database,
  );
  await superuser.query('vacuum analyze');
  await superuser.end();
  await database.close();
  return result;
}

const readIdsMax = 1000;

/** Random ids from all rows of an account, and the id of the row at 90 percent. */
export async function idsOf(
  superuser: pg.Client,
  table: string,
  accountId: string,
  rows: number,
): Promise<{ readIds: readonly string[]; deepId: string }> {
  const spread = await superuser.query<{ ids: string[]; deep: string }>(
    `select array_agg(id::text order by random()) filter (where n % $2 = 0) as ids,
       min(id::text) filter (where n > $3) as deep
     from (select id, row_number() over (order by id) as n from ${table} where account_id = $1) numbered`,
    [accountId, Math.ceil(rows / readIdsMax), Math.floor(rows * 0.9)],
  );
  return { readIds: spread.rows[0]?.ids ?? [], deepId: spread.rows[0]?.deep ?? '' };
}
