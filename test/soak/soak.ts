/** A service under mixed load for minutes: what must stay flat is measured all the time, and compared at the end. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '@muster/client';
import pg from 'pg';
import { withAccounts } from '../../bench/accounts.ts';
import { started } from '../../bench/processes.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { startEmbedded } from '../../server/platform/database/embedded.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { startLoad } from './load.ts';
import { compared, growths, measures, type Sample, sampleOf } from './samples.ts';

export interface SoakOptions {
  readonly durationMs: number;
  readonly sampleMs: number;
  readonly workers: number;
  readonly seed: number;
  readonly onSample?: (sample: Sample, requests: number) => void;
}

export interface SoakVerdict {
  readonly violations: readonly string[];
  readonly figures: Readonly<Record<string, string | number>>;
  readonly samples: readonly Sample[];
}

export async function soak(options: SoakOptions): Promise<SoakVerdict> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-soak-'));
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const superuserUrl = Object.assign(new URL(server.superuserUrl), { pathname: new URL(server.url).pathname }).href;
  try {
    await migrate(server.url, new Date());
    return await soaked({ url: server.url, superuserUrl }, options);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function soaked(urls: { url: string; superuserUrl: string }, options: SoakOptions): Promise<SoakVerdict> {
  const masterKey = randomBytes(32);
  const { clientId, clientSecret } = await withAccounts(urls, masterKey, (_, open) => open('soak'));
  const port = await findFreePort();
  const settings = { databaseUrl: urls.url, port, masterKey: masterKey.toString('hex') };
  const node = await started('./service-process.ts', settings);
  const superuser = new pg.Client({ connectionString: urls.superuserUrl });
  try {
    await superuser.connect();
    const muster = musterClient({ baseUrl: `http://localhost:${port}`, clientId, clientSecret });
    const load = await startLoad(muster, options.workers, options.seed);
    const samples: Sample[] = [];
    const endsAtMs = performance.now() + options.durationMs;
    while (performance.now() < endsAtMs) {
      await pause(options.sampleMs);
      const sample = await sampleOf(superuser, node.pid as number, load.takeLatencies());
      samples.push(sample);
      options.onSample?.(sample, load.requests);
    }
    await load.stop();
    return {
      violations: [...load.errors.slice(0, 20), ...growths(samples)],
      figures: {
        seed: options.seed,
        minutes: Math.round(options.durationMs / 6000) / 10,
        requests: load.requests,
        errors: load.errors.length,
        ...Object.fromEntries(measures.map((measure) => [measure, shown(samples, measure)])),
      },
      samples,
    };
  } finally {
    await superuser.end();
    node.kill();
  }
}

function shown(samples: readonly Sample[], measure: keyof Sample): string {
  const { early, late } = compared(samples, measure);
  return `${Math.round(early)} early, ${Math.round(late)} at the end`;
}
