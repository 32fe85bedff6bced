/**
 * This checkout next to another one, in the same rounds. Each has a PostgreSQL of its own, which it fills itself: the schema
 * of the other is usually not ours.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { type Installation, withInstallation } from './installation.ts';
import { measure, type Scenario } from './measure.ts';
import type { Compared, Options } from './options.ts';
import { published } from './processes.ts';
import { own, questionsOf } from './questions.ts';
import { asFastAsBefore, report } from './report.ts';
import { withThrowawayDatabase } from './throwaway-database.ts';

interface Side {
  readonly scenarios: readonly Scenario[];
  readonly port: number;
  readonly superuserUrl: string;
}

/** Returns whether a scenario is slower than before. */
export const benchTwoCommits = (part: Compared, against: string, options: Options): Promise<boolean> =>
  withInstallation((installation) =>
    withThrowawayDatabase(async (database) => {
      const now = await sideOf(installation, own, part, options.people);
      await migrateAs(against, database.url);
      const bench = pathToFileURL(`${resolve(against, 'bench')}/`).href;
      const before = await sideOf({ ...installation, ...database }, bench, part, options.people);
      const asked = now.scenarios.flatMap((scenario) => {
        const same = before.scenarios.find(({ name, rows }) => name === scenario.name && rows === scenario.rows);
        return same ? [{ ...scenario, floor: same.service }] : [];
      });
      const ports = { service: now.port, floor: before.port };
      const results = await measure(asked, ports, options, async () => {
        await published(now.superuserUrl)();
        await published(before.superuserUrl)();
      });
      return report(results, asFastAsBefore(results));
    }),
  );

async function sideOf(
  { url, superuserUrl, start, folder }: Installation,
  bench: string,
  part: Compared,
  people: number | null,
): Promise<Side> {
  const masterKey = randomBytes(32);
  const port = await findFreePort();
  const ask = await questionsOf(bench)[part]({ url, superuserUrl }, masterKey, people);
  const settings = { databaseUrl: url, port, masterKey: masterKey.toString('hex'), filesDir: join(folder, 'files') };
  await start(`${bench}service-process.ts`, settings);
  // A token is valid only at the address that issued it. The floor is not asked.
  return { scenarios: await ask({ service: port, floor: port }), port, superuserUrl };
}

/** Where the function was before the folders of the server were named by subject, too. */
const places = ['server/platform/database/migrate.ts', 'server/database/migrate.ts'];

export async function migrateAs(checkout: string, url: string): Promise<void> {
  const file = places.map((place) => resolve(checkout, place)).find(existsSync);
  if (file === undefined) throw new Error(`${checkout} is no checkout of this project.`);
  type Migrating = typeof import('../server/platform/database/migrate.ts');
  const { migrate } = (await import(pathToFileURL(file).href)) as Migrating;
  await migrate(url, new Date());
}
