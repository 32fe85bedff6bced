/**
 * `npm run faults -- [faults] [seed] [folder]`: the long form of the kill loop, with 200 faults by default: kills, nodes
 * that are frozen or disconnected for a while, and full disks. Prints a table of results and every loss; exits with 1 if
 * there is one. The same seed repeats the same faults and writes. The ledger of the run is written to the folder.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportProof } from '../support/run/proofs.ts';
import { killLoop } from './kill-loop.ts';
import { extractOf } from './ledger-file.ts';

const [kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2, 4).map(Number);
const ledgerFolder = process.argv[4] ?? join(tmpdir(), 'muster-ledgers');
if (!(kills > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run faults -- [faults] [seed] [folder for the ledger]\n');
  process.exit(2);
}

process.stderr.write(`seed ${seed}\n`);
const startedAtMs = performance.now();
const { violations, figures, lastLines, ledgerPath, ledgerLines } = await killLoop({
  kills,
  seed,
  writers: 6,
  // Two processors have room for this, also on a slow machine: without it, the run would measure how long processes wait for
  // one of them.
  writerPauseMs: 400,
  // About one fault in five seconds: most meet a service that has recovered from the one before.
  killPauseMs: 7500,
  boundMs: Math.max(10, kills) * 10_000,
  ledgerFolder,
  onKill: (target, count) =>
    process.stderr.write(
      `${count}/${kills} ${target}, after ${Math.round((performance.now() - startedAtMs) / 1000)} s\n`,
    ),
});
process.stdout.write(`The ledger is ${ledgerPath}\n`);
reportProof('faults', violations, figures, 'Nothing was lost.', extractOf(ledgerLines));
if (violations.length > 0) {
  process.stdout.write(`The nodes said last:\n${lastLines.map((line) => line.slice(0, 300)).join('\n')}\n`);
}
