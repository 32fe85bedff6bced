/** What it costs to have accounts on the workers of Citus: the same service there and on one PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { connectedTo, makeTables, serversOf } from '../test/support/distributed.ts';
import { measureAlternately, type Way } from './alternating.ts';
import type { Options } from './options.ts';
import { report, toFloor } from './report.ts';
import { seed } from './seed.ts';
import { withThrowawayDatabase } from './throwaway-database.ts';

const people = 10_000;
const shards = 32;
/** The role of the tests. */
const role = 'muster_test';

/** Of the coordinator, as a superuser. */
const coordinator = process.env.MUSTER_TEST_DATABASE_URL ?? '';

/** Returns whether a limit was missed: there is none. Without a Citus, nothing is measured. */
export async function benchCitus(options: Options): Promise<boolean> {
  const servers = coordinator === '' ? [] : await serversOf(coordinator);
  if (servers.length < 2) {
    process.stdout.write('MUSTER_TEST_DATABASE_URL names no coordinator of Citus: nothing was measured.\n');
    return false;
  }
  const name = `bench_${randomBytes(4).toString('hex')}`;
  try {
    for (const one of servers) await connectedTo(one, (it) => it.query(`create database ${name} owner ${role}`));
    const at = (user: object) => Object.assign(new URL(coordinator), { pathname: `/${name}`, ...user }).href;
    const distributed = await wayTo(servers, at({ username: role, password: role }), at({}));
    const results = await withThrowawayDatabase(async ({ url, superuserUrl }) =>
      measureAlternately(distributed, await wayTo([superuserUrl], url, superuserUrl), options),
    );
    return report(
      results,
      toFloor(results, 'on Citus ÷ on one PostgreSQL', () => 0),
    );
  } finally {
    for (const one of servers) await connectedTo(one, (it) => it.query(`drop database if exists ${name} with (force)`));
  }
}

async function wayTo(servers: readonly string[], databaseUrl: string, superuserUrl: string): Promise<Way> {
  const masterKey = randomBytes(32);
  await makeTables(servers, databaseUrl, shards);
  const [read, written] = await seed({ url: databaseUrl, superuserUrl }, masterKey, [people, people]);
  if (!read || !written) throw new Error('There are two accounts.');
  return { databaseUrl, superuserUrl, masterKey, accounts: [read, written] };
}
