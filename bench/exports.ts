/**
 * How long a whole list of people takes as NDJSON, CSV and workbook, read over HTTP from one snapshot, and how much memory
 * the service needs for it: `node bench/exports.ts [people]`, 100,000 by default. Exits with 1 above the limits.
 */
import { snapshotTypes } from '@muster/contract/snapshot-types.ts';
import { withInstallation } from './installation.ts';
import { seedPeople } from './people-seed.ts';
import { useOf } from './process-use.ts';
import { headersOf } from './requests.ts';

const people = Number(process.argv[2] ?? 100_000);
const limits = { secondsPer100000: 5, megabytesMore: 100 };

/** Reads one list as a whole; the most memory that the service had meanwhile, above what it had before. */
async function read(pid: number, port: number, headers: Record<string, string>, accept: string) {
  const before = useOf(pid);
  let mostMegabytes = before.residentMegabytes;
  const watch = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, useOf(pid).residentMegabytes);
  }, 50);
  const startedMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/svc-api/employees`, { headers: { ...headers, accept } });
  let bytes = 0;
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) bytes += chunk.length;
  clearInterval(watch);
  return {
    seconds: (performance.now() - startedMs) / 1000,
    processorSeconds: useOf(pid).seconds - before.seconds,
    megabytes: bytes / 1e6,
    megabytesMore: mostMegabytes - before.residentMegabytes,
  };
}

await withInstallation(async ({ url, superuserUrl, masterKey, startNode }) => {
  const [account] = await seedPeople({ url, superuserUrl }, masterKey, [people]);
  if (!account) throw new Error('There is no account.');
  const { port, process: node } = await startNode();
  const lines = await headersOf(account, { service: port, floor: port });
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
  // The first stream of each format also compiles its code.
  for (const isCounted of [false, true]) {
    for (const [format, type] of Object.entries(snapshotTypes)) {
      const use = await read(node.pid ?? 0, port, headers, type);
      if (!isCounted) continue;
      const most = (limits.secondsPer100000 * people) / 100_000;
      const isMet = use.seconds <= most && use.megabytesMore <= limits.megabytesMore;
      console.log(
        `${format}: ${use.seconds.toFixed(1)} s (at most ${most}), ${use.processorSeconds.toFixed(1)} s of processor time, ` +
          `${use.megabytes.toFixed(1)} MB sent, ${Math.round(use.megabytesMore)} MB of memory more (at most ` +
          `${limits.megabytesMore}): ${isMet ? 'met' : 'missed'}`,
      );
      if (!isMet) process.exitCode = 1;
    }
  }
});
