/**
 * Accounts for the legacy API: people with leaves, written directly into the tables. Everybody has the same number of
 * half-days, so a query finds the same number of rows at every size.
 */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import pg from 'pg';
import { type SeededAccount, type Urls, withAccounts } from './accounts.ts';
import { type Company, filler, fillPeople } from './people-rows.ts';
import { peopleTables, withoutIndexes } from './people-seed.ts';

/** Two leaves of a week, Monday to Friday, one in each of two years. */
const leavesEach = 2;
const halfDaysPerLeave = 10;
export const halfDaysEach = leavesEach * halfDaysPerLeave;
/** The year of everybody's first leave. */
export const firstYear = ['2024-01-01', '2024-12-31'] as const;

export interface LegacyAccount extends SeededAccount, Company {
  readonly halfDays: number;
}

const names = ['Hotel', 'India', 'Juliett'];
const leaveTables = ['leave_periods', 'leave_half_days'];

/** An account for each number of half-days; with 0 it has only people. */
export function seedLegacy(
  urls: Urls,
  masterKey: Buffer,
  sizes: readonly { readonly people: number; readonly halfDays: number }[],
): Promise<LegacyAccount[]> {
  return withAccounts(urls, masterKey, async (superuser, open) => {
    const second = new pg.Client({ connectionString: urls.superuserUrl });
    await second.connect();
    for (const table of ['employees', 'employments', 'job_positions']) {
      // All numbers have the same length, so all pages do.
      await superuser.query(`alter sequence ${table}_id_seq restart 10000000`);
    }
    const seeded: LegacyAccount[] = [];
    await withoutIndexes([superuser, second], [...peopleTables, ...leaveTables], async () => {
      for (const [index, { people, halfDays }] of sizes.entries()) {
        process.stderr.write(`${people} employees, ${halfDays} half-days\n`);
        const account = await open(names[index] ?? 'More');
        const company = await fillPeople([superuser, second], account.accountId, people);
        if (halfDays > 0) await fillLeaves(superuser, account.accountId, company, halfDays / halfDaysEach);
        seeded.push({ ...account, ...company, halfDays });
      }
    });
    await second.end();
    return seeded;
  });
}

/** Evenly over the weeks of each year. 2024-01-01 and 2024-12-30 are Mondays. */
const startsOn = `(case when n % 2 = 0 then date '2024-01-01' else date '2024-12-30' end + n / 2 % 50 * 7)`;
const createdAt = `timestamptz '2023-06-01' + n * interval '1 second'`;

async function fillLeaves(superuser: pg.Client, accountId: string, { employeeId }: Company, owners: number) {
  const leaveAccountId = await filler(superuser, accountId)(leaveAccounts, 1, {
    name: `'Paid leave'`,
    unit: `'workingDays'`,
    approvalLevels: '1',
    isArchived: 'false',
  });
  await superuser.query('set session_replication_role = replica');
  await superuser.query(
    `insert into leave_periods (account_id, id, employee_id, leave_account_id, starts_on, is_start_morning, ends_on,
       is_end_morning, status, is_active, created_at, confirmed_at, changed_at, logs)
     select $1, nextval('leaves_id_seq'), $2::bigint + n / 2, $3, ${startsOn}, true, ${startsOn} + 4, false, 2, true,
       ${createdAt}, ${createdAt}, ${createdAt},
       json_build_array(json_build_object('date', ${createdAt}, 'comment', null, 'status', 2))
     from generate_series(0, $4 * ${leavesEach} - 1) as numbers (n)`,
    [accountId, employeeId, leaveAccountId, owners],
  );
  await superuser.query(
    `insert into leave_half_days (account_id, leave_period_id, day, is_afternoon, employee_id, leave_account_id, minutes,
       thousandths, created_at, confirmed_at)
     select account_id, id, starts_on + half / 2, half % 2 = 1, employee_id, leave_account_id, 210, 500, created_at,
       confirmed_at
     from leave_periods, generate_series(0, ${halfDaysPerLeave} - 1) as halves (half)
     where account_id = $1`,
    [accountId],
  );
  await superuser.query('reset session_replication_role');
}
