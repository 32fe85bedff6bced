/** What PgBouncer in transaction mode costs: the same service through it and without it, in the same rounds. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { measure, type Scenario } from './measure.ts';
import type { Options } from './options.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { published, started } from './processes.ts';
import { type Bars, report, toFloor } from './report.ts';
import { scenarios } from './scenarios.ts';
import { seed } from './seed.ts';

const people = 10_000;
/** As many as the pool of requests has. */
const sessions = 16;
const leastOfRead = 0.75;

const bars: Bars = (results) =>
  toFloor(results, 'through PgBouncer ÷ direct', ({ name }) => (name === 'read one' ? leastOfRead : 0));

/** Returns whether a limit was missed. Without PgBouncer, nothing is measured. */
export async function benchPooled(options: Options): Promise<boolean> {
  if (!hasPgBouncer) {
    process.stdout.write('PgBouncer is not installed (apt-get install pgbouncer): nothing was measured.\n');
    return false;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const pooler = await startPgBouncer(server.url, sessions);
  const children = [];
  try {
    const superuserUrl = Object.assign(new URL(server.superuserUrl), { pathname: new URL(server.url).pathname }).href;
    const masterKey = randomBytes(32);
    await migrate(server.url, new Date());
    const [read, written] = await seed({ url: server.url, superuserUrl }, masterKey, [people, people]);
    if (!read || !written) throw new Error('There are two accounts.');
    const ports = { service: await findFreePort(), floor: await findFreePort() };
    const key = masterKey.toString('hex');
    children.push(
      await started('./service-process.ts', {
        databaseUrl: pooler.through(server.url),
        port: ports.service,
        masterKey: key,
      }),
      await started('./service-process.ts', { databaseUrl: server.url, port: ports.floor, masterKey: key }),
    );
    // With their own tokens: a token is valid only at the address that issued it.
    const direct = await scenarios([read], [written], { service: ports.floor, floor: ports.service });
    const asked: Scenario[] = (await scenarios([read], [written], ports)).flatMap((scenario, index) => {
      const { service: floor } = direct[index] ?? {};
      return floor ? [{ ...scenario, floor }] : [];
    });
    const results = await measure(asked, ports, options, published(superuserUrl));
    return report(results, bars(results));
  } finally {
    for (const child of children) child.kill();
    await pooler.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
