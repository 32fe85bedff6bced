/**
 * `npm run feed -- [events] [seed]`: the long form of the proof that the feed has no gaps, with a million events by default
 * and three nodes in processes of their own. Prints what was found; exits with 1 if an event was missed, doubled or moved.
 */
import { musterClient } from '@muster/client';
import { withAccounts } from '../../bench/accounts.ts';
import { withInstallation } from '../../bench/installation.ts';
import { reportProof } from '../support/run/proofs.ts';
import { proveFeed } from './prove.ts';

const nodesCount = 3;
/** Compressing and expanding what stays on one machine would be a large part of the work. */
const uncompressed: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('accept-encoding', 'identity');
  return fetch(input, { ...init, headers });
};
const printEvery = 10_000;
const [events = 1_000_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (!(events > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run feed -- [events] [seed]\n');
  process.exit(2);
}

await withInstallation(async ({ url, superuserUrl, masterKey, startNode }) => {
  const { clientId, clientSecret } = await withAccounts({ url, superuserUrl }, masterKey, (_, open) => open('feed'));
  const nodes = [];
  for (let node = 0; node < nodesCount; node += 1) {
    const { port } = await startNode();
    nodes.push(musterClient({ baseUrl: `http://localhost:${port}`, clientId, clientSecret, fetch: uncompressed }));
  }
  let printed = 0;
  const { violations, figures } = await proveFeed(superuserUrl, nodes, {
    ...{ events, seed, writers: 16, readers: 20, lifeMsMax: 10_000, awayMsMax: 60_000 },
    onProgress(recorded) {
      if (recorded - printed < printEvery) return;
      printed = recorded;
      process.stderr.write(`\r${recorded}/${events} `);
    },
  });
  process.stderr.write('\n');
  reportProof('feed', violations, { seed, ...figures }, 'No event was missed, doubled or moved.');
});
