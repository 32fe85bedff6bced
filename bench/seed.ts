/** Accounts with many labels each, written directly into the tables. */
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import type pg from 'pg';
import { textColumns, textValues } from '../server/platform/store/stored-text.ts';
import { idsOf, type SeededAccount, type Urls, withAccounts } from './accounts.ts';

export interface Seeded extends SeededAccount {
  readonly rows: number;
  readonly taxonomyId: string;
  /** Random ids from all rows. */
  readonly readIds: readonly string[];
  /** Of the row at 90 percent. */
  readonly deepId: string;
}

const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'];

export function seed(urls: Urls, masterKey: Buffer, sizes: readonly number[]): Promise<Seeded[]> {
  return withAccounts(urls, masterKey, async (superuser, open) => {
    // As a function, because Citus refuses the statement.
    await superuser.query(`select setval('taxonomy_labels_id_seq', 999999)`);
    const seeded: Seeded[] = [];
    for (const [index, rows] of sizes.entries()) {
      const account = await open(names[index] ?? 'More');
      const taxonomyId = await fill(superuser, account.accountId, rows);
      seeded.push({
        rows,
        taxonomyId,
        ...account,
        ...(await idsOf(superuser, 'taxonomy_labels', account.accountId, rows)),
      });
    }
    return seeded;
  });
}

/** All numbers have the same length, so a page deep in the list is exactly as long as the first. */
async function fill(superuser: pg.Client, accountId: string, rows: number): Promise<string> {
  const moments = 'now() as created_at, now() as last_updated_at';
  const { rows: made } = await superuser.query<{ id: string }>(
    `with given as (
       select nextval('taxonomies_id_seq') as id, 'Skills' as name, 'id' as sort_labels_by, ${moments}, '{"name":{}}'::json as t9n
     )
     insert into taxonomies (account_id, id, name, sort_labels_by, created_at, last_updated_at, t9n, ${textColumns})
     select $1, given.*, ${textValues(taxonomies, 'given')} from given returning id::text as id`,
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
     insert into taxonomy_labels (account_id, id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, last_updated_at, t9n, ${textColumns})
     select $1, given.*, ${textValues(taxonomyLabels, 'given')} from given`,
    [accountId, taxonomyId, rows],
  );
  return taxonomyId;
}
