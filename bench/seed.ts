/** Two accounts with many labels each, written straight into the tables, and a client application for each. */

import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { scopes } from '@muster/contract/scopes.ts';
import pg from 'pg';
import { addressBook } from '../server/accounts/addresses.ts';
import { createClient } from '../server/accounts/credentials.ts';
import { openAccount } from '../server/administration.ts';
import { derivedKeys } from '../server/auth/installation-key.ts';
import { secretSource } from '../server/auth/secrets.ts';
import { openDatabase } from '../server/database/database.ts';
import { plantBaseSchemas } from '../server/resources/base-schemas.ts';
import { representation } from '../server/store/representation.ts';

const readIdsMax = 1000;

export interface Seeded {
  readonly rows: number;
  readonly accountId: string;
  readonly taxonomyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An id in the middle, and the id of the row at nine tenths. */
  /** Some, spread over all rows, in no order. */
  readonly readIds: readonly string[];
  readonly deepId: string;
}

const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'];

export async function seed(
  urls: { url: string; superuserUrl: string },
  masterKey: Buffer,
  sizes: readonly number[],
): Promise<Seeded[]> {
  const now = () => new Date();
  const database = openDatabase({
    url: urls.url,
    connectionsMax: 2,
    statementMs: 60_000,
    now,
    onError: () => undefined,
  });
  const superuser = new pg.Client({ connectionString: urls.superuserUrl });
  superuser.on('error', () => undefined);
  await superuser.connect();
  await superuser.query('alter sequence taxonomy_labels_id_seq restart 1000000');
  await plantBaseSchemas(database);
  const addresses = addressBook({ publicUrl: 'http://localhost', authUrl: null, accountHosts: [] });
  const secrets = secretSource(derivedKeys(masterKey).pepper);
  const seeded: Seeded[] = [];
  for (const [index, rows] of sizes.entries()) {
    const account = await openAccount(
      { database, addresses, now },
      { name: names[index] ?? 'More', environment: 'production' },
    );
    const credentials = await createClient({ database, secrets, now }, account.id, {
      name: 'Bench',
      technicalContact: 'bench@example.com',
      scopes,
      establishments: null,
    });
    const taxonomyId = await fill(superuser, account.id, rows);
    const ids = await superuser.query<{ id: string }>(
      'select id::text as id from taxonomy_labels where account_id = $1 order by id offset $2 limit 1',
      [account.id, Math.floor(rows * 0.9)],
    );
    const spread = await superuser.query<{ ids: string[] }>(
      `select array_agg(id::text order by random()) as ids
       from (select id, row_number() over (order by id) as n from taxonomy_labels where account_id = $1) numbered
       where n % $2 = 0`,
      [account.id, Math.ceil(rows / readIdsMax)],
    );
    seeded.push({
      rows,
      accountId: account.id,
      taxonomyId,
      ...credentials,
      readIds: spread.rows[0]?.ids ?? [],
      deepId: ids.rows[0]?.id ?? '',
    });
  }
  await superuser.query('vacuum analyze');
  await superuser.end();
  await database.close();
  return seeded;
}

/** Numbers of one length throughout: a page deep in the list is then exactly as long as the first. */
async function fill(superuser: pg.Client, accountId: string, rows: number): Promise<string> {
  const moments = 'now() as created_at, now() as last_updated_at';
  const { rows: made } = await superuser.query<{ id: string }>(
    `with given as (
       select nextval('taxonomies_id_seq') as id, 'Skills' as name, 'id' as sort_labels_by, ${moments}, '{"name":{}}'::json as t9n
     )
     insert into taxonomies (account_id, id, name, sort_labels_by, created_at, last_updated_at, t9n, representation)
     select $1, given.*, ${representation(taxonomies, 'given')} from given returning id::text as id`,
    [accountId],
  );
  const taxonomyId = made[0]?.id ?? '';
  await superuser.query(
    `with given as (
       select nextval('taxonomy_labels_id_seq') as id, $2::bigint as taxonomy_id, 'Skill number ' || n as name,
         'SK-' || n as remote_id, false as is_archived, null::timestamptz as last_archived_at, ${moments},
         ('{"name":{"fr-FR":"Compétence ' || n || '","de-DE":"Fähigkeit ' || n || '"}}')::json as t9n
       from (select lpad(n::text, 7, '0') as n from generate_series(1, $3) n) numbers
     )
     insert into taxonomy_labels (account_id, id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, last_updated_at, t9n, representation)
     select $1, given.*, ${representation(taxonomyLabels, 'given')} from given`,
    [accountId, taxonomyId, rows],
  );
  return taxonomyId;
}
