/** Two processes on one port (MUSTER_PROCESSES) next to one, on the same database and in the same rounds. */
import { availableParallelism } from 'node:os';
import { measureAlternately, type Way } from './alternating.ts';
import { withInstallation } from './installation.ts';
import type { Options } from './options.ts';
import { report, toFloor } from './report.ts';
import { seed } from './seed.ts';

const rows = 10_000;
/** Enough for two processes, PostgreSQL and the load, each on cores of its own. */
const freeCores = 8;
const leastOfRead = 1.7;

/** Returns whether a limit was missed. */
export const benchProcesses = (options: Options): Promise<boolean> =>
  withInstallation(
    async ({ url, superuserUrl, masterKey }) => {
      const [read, written] = await seed({ url, superuserUrl }, masterKey, [rows, rows]);
      if (!read || !written) throw new Error('There are two accounts.');
      const way = (processes: number): Way => ({
        databaseUrl: url,
        superuserUrl,
        masterKey,
        accounts: [read, written],
        processes,
      });
      const results = await measureAlternately(way(2), way(1), options);
      const cores = availableParallelism();
      if (cores < freeCores) {
        process.stdout.write(
          `This machine has ${cores} cores, which PostgreSQL, the load and the processes share: there is no bar with fewer than ${freeCores}.\n`,
        );
      }
      const least = cores < freeCores ? 0 : leastOfRead;
      return report(
        results,
        toFloor(results, 'two processes ÷ one', ({ name }) => (name === 'read one' ? least : 0)),
      );
    },
    { max_connections: '200' },
  );
