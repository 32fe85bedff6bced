/**
 * Where the service spends its processor time: the largest shares of functions while it is under load, of this commit and,
 * with --against, of another one on a database of its own.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { openInspector } from './inspector.ts';
import { type Installation, withInstallation } from './installation.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { peopleNames, peopleScenarios } from './people-scenarios.ts';
import { published } from './processes.ts';
import { type Share, sharesOf } from './profile-shares.ts';
import { startFlags } from './start-flags.ts';
import { withThrowawayDatabase } from './throwaway-database.ts';
import { migrateAs } from './two-commits.ts';

const rows = 10_000;
const connections = 32;
const shown = 10;
const { read, list, followed, hire } = peopleNames;
const wanted: readonly string[] = [read, list, followed, hire];

/** There are no limits. */
export const benchProfiles = ({ rounds, roundMs, against }: Options): Promise<boolean> =>
  withInstallation(async (installation) => {
    const ms = rounds * roundMs;
    const now = await profilesOf(installation, resolve(import.meta.dirname, '..'), ms);
    const before = against === null ? null : await formerProfiles(installation, resolve(against), ms);
    for (const name of wanted) print(name, now.get(name) ?? [], before?.get(name) ?? null);
    return false;
  });

const formerProfiles = (installation: Installation, folder: string, ms: number): Promise<Map<string, Share[]>> =>
  withThrowawayDatabase(async (database) => {
    await migrateAs(folder, database.url);
    return profilesOf({ ...installation, ...database }, folder, ms);
  });

/** @param folder that of the checkout, which fills the database itself: its schema is usually not ours */
async function profilesOf(
  { url, superuserUrl, masterKey, start }: Installation,
  folder: string,
  ms: number,
): Promise<Map<string, Share[]>> {
  const checkout = pathToFileURL(folder).href;
  const { seedPeople } = (await import(`${checkout}/bench/people-seed.ts`)) as typeof import('./people-seed.ts');
  const accounts = await seedPeople({ url, superuserUrl }, masterKey, [rows]);
  const [port, inspected] = [await findFreePort(), await findFreePort()];
  const settings = { databaseUrl: url, port, masterKey: masterKey.toString('hex') };
  const flags = [...startFlags, `--inspect=127.0.0.1:${inspected}`];
  const node = await start(`${checkout}/bench/service-process.ts`, settings, flags);
  const inspector = await openInspector(inspected);
  const profiles = new Map<string, Share[]>();
  const ports = { service: port, floor: port };
  const scenarios = (await peopleScenarios(accounts, ports)).filter(({ name }) => wanted.includes(name));
  for (const { name, service: request, expectedStatus } of scenarios) {
    const run = () => load({ port, connections, durationMs: ms, request, expectedStatus });
    // Compiles it.
    await run();
    profiles.set(name, sharesOf(await inspector.profile(run), checkout));
    await published(superuserUrl)();
  }
  inspector.close();
  node.kill();
  return profiles;
}

function print(name: string, now: readonly Share[], before: readonly Share[] | null): void {
  const line = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const cellsOf = (share: Share | undefined): string[] =>
    share ? [`\`${share.place}\``, `${(share.part * 100).toFixed(1)} %`] : ['', ''];
  process.stdout.write(`\n${name}:\n\n`);
  const columns = before === null ? [] : ['Before', 'Share'];
  line([...columns, before === null ? 'Function' : 'After', 'Share']);
  line([...columns, 'Function', 'Share'].map((column) => (column === 'Share' ? '---:' : '---')));
  for (let place = 0; place < shown; place += 1) {
    line([...(before === null ? [] : cellsOf(before[place])), ...cellsOf(now[place])]);
  }
}
