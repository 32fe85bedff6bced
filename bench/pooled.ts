/** What PgBouncer in transaction mode costs, and what a replica gives: the same service with it and without it. */
import { randomBytes } from 'node:crypto';
import { migrate } from '../server/platform/database/migrate.ts';
import { startReplication } from '../test/support/replication.ts';
import { measureAlternately, type Way } from './alternating.ts';
import type { Options } from './options.ts';
import { hasPgBouncer, pgBouncerName, startPgBouncer } from './pgbouncer.ts';
import { report, toFloor } from './report.ts';
import { seed } from './seed.ts';

const people = 10_000;
/** As many as the pool of requests has. */
const sessions = 16;
const leastOfRead = 0.75;

/** Returns whether a limit was missed. Without PgBouncer, only the replica is measured. */
export async function benchPooled(options: Options): Promise<boolean> {
  const { primary, standby, stop } = await startReplication(false);
  try {
    const { url, superuserUrl } = primary;
    const masterKey = randomBytes(32);
    await migrate(url, new Date());
    const [read, written] = await seed({ url, superuserUrl }, masterKey, [people, people]);
    if (!read || !written) throw new Error('There are two accounts.');
    const direct: Way = { databaseUrl: url, superuserUrl, masterKey, accounts: [read, written] };
    const isPoolerSlow = hasPgBouncer && (await throughPgBouncer(direct, options));
    if (!hasPgBouncer) process.stdout.write('PgBouncer is not installed (apt-get install pgbouncer).\n');
    // Primary and standby share the cores of this machine, so a replica can only cost here.
    const results = await measureAlternately({ ...direct, replicaUrls: [standby.url] }, direct, options);
    const isReplicaSlow = report(
      results,
      toFloor(results, 'with a replica ÷ direct', () => 0),
    );
    return isPoolerSlow || isReplicaSlow;
  } finally {
    await stop();
  }
}

async function throughPgBouncer(direct: Way, options: Options): Promise<boolean> {
  const pooler = await startPgBouncer(direct.databaseUrl, sessions);
  process.stdout.write(`${pgBouncerName()}:\n\n`);
  try {
    const results = await measureAlternately(
      { ...direct, databaseUrl: pooler.through(direct.databaseUrl) },
      direct,
      options,
    );
    return report(
      results,
      toFloor(results, 'through PgBouncer ÷ direct', ({ name }) => (name === 'read one' ? leastOfRead : 0)),
    );
  } finally {
    await pooler.close();
  }
}
