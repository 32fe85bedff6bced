/**
 * `npm run soak -- [minutes] [seed]`: a service under mixed load, an hour by default. Prints what was measured on the way;
 * exits with 1 if memory, descriptors, connections, bloat, partitions or latency grew, or if a request failed.
 */
import { reportProof } from '../support/run/proofs.ts';
import { soak } from './soak.ts';

const [minutes = 60, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run soak -- [minutes] [seed]\n');
  process.exit(2);
}

const { violations, figures } = await soak({
  durationMs: minutes * 60_000,
  sampleMs: Math.min(10_000, (minutes * 60_000) / 40),
  workers: 8,
  seed,
  onSample: (sample, requests) =>
    process.stderr.write(
      `${requests} requests; ${Object.entries(sample)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join('; ')}\n`,
    ),
});
reportProof('soak', violations, figures, 'Nothing grew.');
