/**
 * Accounts with many employees, each with an employment and a position. Indexes are dropped before the tables are filled
 * and created afterwards, which takes a fraction of the time.
 */
import pg from 'pg';
import { idsOf, type SeededAccount, type Urls, withAccounts } from './accounts.ts';
import { type Company, fillPeople } from './people-rows.ts';

export interface SeededPeople extends SeededAccount, Company {
  /** Random ids from all rows. */
  readonly readIds: readonly string[];
}

export const accountNames = ['Echo', 'Foxtrot', 'Golf'];
export const peopleTables = ['employees', 'employee_words', 'employments', 'job_positions'];

export function seedPeople(urls: Urls, masterKey: Buffer, sizes: readonly number[]): Promise<SeededPeople[]> {
  return withAccounts(urls, masterKey, async (superuser, open) => {
    for (const table of ['employees', 'employments', 'job_positions']) {
      // All numbers have the same length, so a page deep in the list is exactly as long as the first.
      await superuser.query(`alter sequence ${table}_id_seq restart 10000000`);
    }
    const second = new pg.Client({ connectionString: urls.superuserUrl });
    await second.connect();
    const seeded: SeededPeople[] = [];
    await withoutIndexes([superuser, second], peopleTables, async () => {
      for (const [index, rows] of sizes.entries()) {
        process.stderr.write(`${rows} employees\n`);
        const account = await open(accountNames[index] ?? 'More');
        const company = await fillPeople([superuser, second], account.accountId, rows);
        seeded.push({ ...account, ...company, ...(await idsOf(superuser, 'employees', account.accountId, rows)) });
      }
    });
    await second.end();
    return seeded;
  });
}

/** Keys in the order of ids stay: they cost little and are needed meanwhile. */
export async function withoutIndexes(
  superusers: readonly [pg.Client, pg.Client],
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const [superuser] = superusers;
  const { rows } = await superuser.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "on"
     from pg_constraint
     where conrelid = any($1::regclass[]) and (contype = 'x' or conrelid = 'employee_words'::regclass and contype = 'p')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { off } of rows) await superuser.query(off);
  await work();
  process.stderr.write('indexes\n');
  const waiting = rows.values();
  const restore = async (connection: pg.Client) => {
    await connection.query(`set maintenance_work_mem = '512MB'`);
    for (const { on } of waiting) await connection.query(on);
  };
  await Promise.all(superusers.map(restore));
}
