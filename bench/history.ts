/**
 * What versions cost a write. The same statements are run with and without the part that writes the version, in short
 * rounds in turn, on one connection and one database. The rest of a request, which costs the same in both, is left out:
 * the ratio of whole requests is better than this one.
 */
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import pg from 'pg';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import type { Session } from '../server/platform/database/database.ts';
import { type Statement, statement } from '../server/platform/database/statement.ts';
import { findOne } from '../server/platform/store/read.ts';
import { insert, update } from '../server/platform/store/write.ts';
import { withAccounts } from './accounts.ts';
import { withInstallation } from './installation.ts';
import { fillPeople } from './people-rows.ts';
import { seed } from './seed.ts';

const rounds = 40;
const writesInRound = 100;
/** A write costs at most a fifth more. */
const least = 0.8;

/** The statement without the part that writes the version. */
const unversioned = ({ text }: Statement): Statement => statement(text.replace(/, versioned as \([\s\S]*?\n\)/, ''));

interface Write {
  readonly name: string;
  run(session: Session, count: number): Promise<unknown>;
}

/** Returns whether a limit was exceeded. */
export const benchHistory = (): Promise<boolean> =>
  withInstallation(async ({ url, superuserUrl, masterKey }) => {
    const urls = { url, superuserUrl };
    const [labels] = await seed(urls, masterKey, [1000]);
    const people = await withAccounts(urls, masterKey, async (superuser, open) => {
      const account = await open('People');
      await fillPeople([superuser], account.accountId, 1000);
      const { rows } = await superuser.query<{ id: string }>(
        'select id::text as id from employees order by id limit 100',
      );
      return { ...account, ids: rows.map(({ id }) => id) };
    });
    if (!labels) throw new Error('An account is needed.');
    const creation: Write = {
      name: 'create a label',
      run: (session) =>
        insert(session, taxonomyLabels, { taxonomy: { id: labels.taxonomyId }, name: 'Forklift driving' }),
    };
    const results = [
      await measured(url, labels.accountId, masterKey, creation),
      await measured(
        url,
        labels.accountId,
        masterKey,
        change('change a label', taxonomyLabels, labels.readIds, 'name'),
      ),
      await measured(url, people.accountId, masterKey, change('change a person', employees, people.ids, 'givenName')),
    ];
    return print(results);
  });

/** Reads the row and changes it, as a PATCH does. */
const change = (name: string, resource: Resource, ids: readonly string[], member: string): Write => ({
  name,
  async run(session, count) {
    const row = await findOne(session, resource, ids[count % ids.length] ?? '');
    if (row) await update(session, resource, row, { [member]: `Other ${count}` });
  },
});

interface Measured {
  readonly name: string;
  readonly ratio: number;
}

async function measured(url: string, accountId: string, masterKey: Buffer, write: Write): Promise<Measured> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  await connection.query(`select set_config('muster.account_id', $1, false)`, [accountId]);
  await connection.query('set plan_cache_mode = force_generic_plan');
  const sessionOf = (changed: (statement: Statement) => Statement): Session => ({
    ...{ accountId, now: new Date(), machineNow: new Date(), bounds: standardBounds, author: byService() },
    vault: vaultOf(derivedKeys(masterKey)),
    run: async <Row>(asked: Statement, values: readonly unknown[] = []) =>
      (await connection.query({ ...changed(asked), values: [accountId, ...values] })).rows as Row[],
  });
  const sides = [sessionOf((one) => one), sessionOf(unversioned)] as const;
  const ms = [0, 0];
  let count = 0;
  for (let round = -4; round < rounds * 2; round += 1) {
    const side = Math.abs(round) % 2;
    const startedAtMs = performance.now();
    for (let writes = 0; writes < writesInRound; writes += 1) {
      count += 1;
      await write.run(sides[side] as Session, count);
    }
    // The first rounds prepare statements.
    if (round >= 0) ms[side] = (ms[side] ?? 0) + performance.now() - startedAtMs;
  }
  await connection.end();
  return { name: write.name, ratio: (ms[1] ?? 0) / (ms[0] ?? 1) };
}

function print(results: readonly Measured[]): boolean {
  for (const { name, ratio } of results) {
    process.stdout.write(
      `${ratio >= least ? 'ok    ' : 'MISSED'} ${name}: with versions ÷ without ${ratio.toFixed(2)} (at least ${least})\n`,
    );
  }
  return results.some(({ ratio }) => ratio < least);
}
