/**
 * Measures the service and the floor in one run: same machine, same database, same minutes. The result is the ratio;
 * absolute figures depend on the machine. Each scenario alternates between the two in short rounds with equal weight.
 * `npm run bench -- help` lists the arguments.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import type { Urls } from './accounts.ts';
import { benchAsOf } from './as-of.ts';
import { seedAttributes } from './attribute-rows.ts';
import { attributeBars, attributeScenarios } from './attribute-scenarios.ts';
import { benchCitus } from './citus.ts';
import { benchConsole } from './console-people.ts';
import { benchHistory } from './history.ts';
import { benchImports } from './imports.ts';
import { withInstallation } from './installation.ts';
import { benchIsolation } from './isolation.ts';
import { recorded } from './last-runs.ts';
import { seedLegacy } from './legacy-rows.ts';
import { legacyBars, legacyScenarios } from './legacy-scenarios.ts';
import { measure, type Ports, type Scenario } from './measure.ts';
import { type Compared, help, type Options, optionsOf, type Part } from './options.ts';
import { peopleBars } from './people-bars.ts';
import { peopleScenarios } from './people-scenarios.ts';
import { seedPeople } from './people-seed.ts';
import { benchPooled } from './pooled.ts';
import { published } from './processes.ts';
import { benchProfiles } from './profiles.ts';
import { asFastAsBefore, type Bars, bars, report } from './report.ts';
import { scenarios } from './scenarios.ts';
import { seed } from './seed.ts';
import { benchProcesses } from './several-processes.ts';
import { benchTelemetry } from './telemetry.ts';
import { benchWebhooks } from './webhooks.ts';

/** How a part fills the database, and its scenarios. */
const questions: Readonly<
  Record<Compared, (urls: Urls, key: Buffer) => Promise<(ports: Ports) => Promise<Scenario[]>>>
> = {
  async labels(urls, key) {
    const accounts = await seed(urls, key, [10_000, 100_000, 10_000, 100_000]);
    return (ports) => scenarios(accounts.slice(0, 2), accounts.slice(2), ports);
  },
  async people(urls, key) {
    const accounts = await seedPeople(urls, key, [10_000, 100_000, 1_000_000]);
    return (ports) => peopleScenarios(accounts, ports);
  },
  async attributes(urls, key) {
    const account = await seedAttributes(urls, key, 100_000);
    return (ports) => attributeScenarios(account, ports);
  },
  async legacy(urls, key) {
    const accounts = await seedLegacy(urls, key, [
      { people: 500, halfDays: 10_000 },
      { people: 50_000, halfDays: 1_000_000 },
      { people: 5000, halfDays: 0 },
    ]);
    return async () => legacyScenarios(accounts);
  },
};

const barsOf: Readonly<Record<Compared, Bars>> = {
  labels: bars,
  people: peopleBars,
  attributes: attributeBars,
  legacy: legacyBars,
};

/** On a separate database. Returns whether a limit was exceeded. */
const bench = (part: Compared, options: Options): Promise<boolean> =>
  withInstallation(async ({ url, superuserUrl, masterKey, start, startNode }) => {
    const ask = await questions[part]({ url, superuserUrl }, masterKey);
    const ports = { service: (await startNode()).port, floor: await findFreePort() };
    const { against } = options;
    if (against !== null) {
      const before = pathToFileURL(resolve(against, 'bench/service-process.ts')).href;
      await start(before, { databaseUrl: url, port: ports.floor, masterKey: masterKey.toString('hex') });
      // With their own tokens: a token is valid only at the address that issued it.
      const ofBefore = await ask({ service: ports.floor, floor: ports.service });
      const asked = (await ask(ports)).flatMap((scenario, index) => {
        const { service: floor } = ofBefore[index] ?? {};
        return floor ? [{ ...scenario, floor }] : [];
      });
      const results = await measure(asked, ports, options, published(superuserUrl));
      return report(results, asFastAsBefore(results));
    }
    // As superuser: the floor does not know accounts, so row-level security must not apply.
    await start('./floor-process.ts', { databaseUrl: superuserUrl, port: ports.floor });
    const results = await measure(await ask(ports), ports, options, published(superuserUrl));
    return report(results, barsOf[part](results));
  });

function missedIn(part: Part, options: Options): Promise<boolean> {
  if (part === 'webhooks') return benchWebhooks();
  if (part === 'isolation') return benchIsolation();
  if (part === 'history') return benchHistory();
  if (part === 'as-of') return benchAsOf(options.people);
  if (part === 'imports') return benchImports(options.people);
  if (part === 'console') return benchConsole(options.people);
  if (part === 'pooled') return benchPooled(options);
  if (part === 'processes') return benchProcesses(options);
  if (part === 'profiles') return benchProfiles(options);
  if (part === 'citus') return benchCitus(options);
  if (part === 'telemetry') return benchTelemetry(options);
  return bench(part, options);
}

const options = optionsOf(process.argv.slice(2));
if (!options) process.stdout.write(help);
for (const part of options?.parts ?? []) {
  const missing = recorded(part, () => missedIn(part, options as Options));
  const isMissed = await missing.catch((error: unknown) => {
    console.error(error);
    return true;
  });
  if (isMissed) process.exitCode = 1;
}
