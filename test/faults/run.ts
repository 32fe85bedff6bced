/**
 * `npm run faults -- [faults] [seed]`: the long form of the kill loop, with 200 faults by default: kills, and nodes
 * that are frozen or disconnected for a while. Prints a table of results and every loss; exits with 1 if there is one.
 * The same seed repeats the same faults and writes.
 */
import { reportProof } from '../support/run/proofs.ts';
import { killLoop } from './kill-loop.ts';

const [kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(kills > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run faults -- [faults] [seed]\n');
  process.exit(2);
}

process.stderr.write(`seed ${seed}\n`);
const { violations, figures, lastLines } = await killLoop({
  kills,
  seed,
  writers: 6,
  writerPauseMs: 120,
  killPauseMs: 2500,
  boundMs: 30 * 60_000,
  onKill: (target, count) => process.stderr.write(`${count}/${kills} ${target}\n`),
});
reportProof('faults', violations, figures, 'Nothing was lost.');
if (violations.length > 0) {
  process.stdout.write(`The nodes said last:\n${lastLines.map((line) => line.slice(0, 300)).join('\n')}\n`);
}
