/**
 * Measures the service and the floor in one run: same machine, same database, same minutes. The result is the ratio;
 * absolute figures depend on the machine. Each scenario alternates between the two in short rounds with equal weight.
 * `npm run bench -- help` lists the arguments.
 */
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { benchAsOf } from './as-of.ts';
import { attributeBars } from './attribute-scenarios.ts';
import { benchBulk } from './bulk.ts';
import { benchCitus } from './citus.ts';
import { benchConsole } from './console-people.ts';
import { benchHistory } from './history.ts';
import { benchImports } from './imports.ts';
import { withInstallation } from './installation.ts';
import { benchIsolation } from './isolation.ts';
import { recorded } from './last-runs.ts';
import { legacyBars } from './legacy-scenarios.ts';
import { measure } from './measure.ts';
import { type Compared, help, type Options, optionsOf, type Part } from './options.ts';
import { benchPageLoads } from './page-loads.ts';
import { peopleBars } from './people-bars.ts';
import { benchPooled } from './pooled.ts';
import { published } from './processes.ts';
import { benchProfiles } from './profiles.ts';
import { own, questionsOf } from './questions.ts';
import { type Bars, bars, report } from './report.ts';
import { benchResources } from './resources.ts';
import { benchProcesses } from './several-processes.ts';
import { benchTelemetry } from './telemetry.ts';
import { benchTwoCommits } from './two-commits.ts';
import { benchUploads } from './uploads.ts';
import { benchWebhooks } from './webhooks.ts';

const barsOf: Readonly<Record<Compared, Bars>> = {
  labels: bars,
  people: peopleBars,
  attributes: attributeBars,
  legacy: legacyBars,
};

/** On a separate database. Returns whether a limit was exceeded. */
const bench = (part: Compared, options: Options): Promise<boolean> =>
  withInstallation(async ({ url, superuserUrl, masterKey, start, startNode }) => {
    const ask = await questionsOf(own)[part]({ url, superuserUrl }, masterKey, options.people);
    const ports = { service: (await startNode()).port, floor: await findFreePort() };
    // As superuser: the floor does not know accounts, so row-level security must not apply.
    await start('./floor-process.ts', { databaseUrl: superuserUrl, port: ports.floor });
    const results = await measure(await ask(ports), ports, options, published(superuserUrl));
    return report(results, barsOf[part](results));
  });

/** Of the parts that fill one company. */
const peopleDefault = 100_000;

function missedIn(part: Part, options: Options): Promise<boolean> {
  if (part === 'webhooks') return benchWebhooks();
  if (part === 'isolation') return benchIsolation();
  if (part === 'history') return benchHistory();
  if (part === 'as-of') return benchAsOf(options.people ?? peopleDefault);
  if (part === 'imports') return benchImports(options.people ?? peopleDefault);
  if (part === 'console') return benchConsole(options.people ?? peopleDefault);
  if (part === 'page-loads') return benchPageLoads();
  if (part === 'bulk') return benchBulk(options.people ?? peopleDefault);
  if (part === 'uploads') return benchUploads();
  if (part === 'pooled') return benchPooled(options);
  if (part === 'processes') return benchProcesses(options);
  if (part === 'resources') return benchResources();
  if (part === 'profiles') return benchProfiles(options);
  if (part === 'citus') return benchCitus(options);
  if (part === 'telemetry') return benchTelemetry();
  return options.against === null ? bench(part, options) : benchTwoCommits(part, options.against, options);
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
