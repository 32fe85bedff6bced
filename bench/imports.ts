/**
 * How long an import of many people through the API takes, from the request to its end, on a separate PostgreSQL with
 * nothing else running: `npm run bench -- imports`, or `node bench/imports.ts [people]`.
 */
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '../client/client.ts';
import { company, writePeople } from './bulk-people.ts';
import { printCosts } from './costs.ts';
import { withInstallation } from './installation.ts';
import { useOf } from './process-use.ts';

/** Of all processes of PostgreSQL, those that have ended included. */
function serverSeconds(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const own = (one: string) => (readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const ended = own(String(pid));
  const living = children.map(own).reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
  return (living + Number(ended[13]) + Number(ended[14])) / 100;
}

/** Seconds that everybody may take, of 100,000 people on two cores that do nothing else. */
const mostSeconds = 25;
const peopleOfBar = 100_000;

/** Returns whether the limit was exceeded, which is in proportion for another number of people. */
export async function benchImports(people: number): Promise<boolean> {
  const most = (mostSeconds * people) / peopleOfBar;
  const value = await imported(people);
  return printCosts('Imports', [{ meaning: `an import of ${people} people`, value, unit: 's', digits: 1, most }]);
}

/** Seconds from the request to the end. */
const imported = (people: number): Promise<number> =>
  withInstallation(async ({ url, folder, masterKey, startNode }) => {
    const { clientId, clientSecret } = await company(url, masterKey);
    const file = join(folder, 'people.csv');
    await writePeople(file, people);
    const { port, process: node } = await startNode({ filesDir: join(folder, 'files') });
    const pid = node.pid ?? 0;
    const muster = musterClient({ baseUrl: `http://localhost:${port}`, clientId, clientSecret });
    const startedMs = performance.now();
    const before = { ...useOf(pid), server: serverSeconds(folder) };
    let order = await muster.imports.create(await openAsBlob(file), {
      collection: 'employees',
      fileName: 'people.csv',
    });
    console.log(`answered after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    while (order.endedAt === null) {
      await pause(500);
      order = await muster.imports.read(order.id);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const after = useOf(pid);
    console.log(
      `${order.status}, ${JSON.stringify(order.counts)}: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} a second; ` +
        `the service used ${(after.seconds - before.seconds).toFixed(1)} s of processor time and ${Math.round(after.peakMegabytes)} MB at most, ` +
        `PostgreSQL ${(serverSeconds(folder) - before.server).toFixed(1)} s`,
    );
    if (order.status !== 'done' || order.counts.created !== people) throw new Error('Not everybody was imported.');
    return seconds;
  });

if (import.meta.main) process.exitCode = (await benchImports(Number(process.argv[2] ?? peopleOfBar))) ? 1 : 0;
