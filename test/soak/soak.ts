/** A service under mixed load for minutes: what must stay flat is measured all the time, and compared at the end. */
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '@muster/client';
import pg from 'pg';
import { withAccounts } from '../../bench/accounts.ts';
import { type Installation, withInstallation } from '../../bench/installation.ts';
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

export const soak = (options: SoakOptions): Promise<SoakVerdict> =>
  withInstallation((installation) => soaked(installation, options));

async function soaked(
  { url, superuserUrl, masterKey, startNode }: Installation,
  options: SoakOptions,
): Promise<SoakVerdict> {
  const { clientId, clientSecret } = await withAccounts({ url, superuserUrl }, masterKey, (_, open) => open('soak'));
  const { port, process: node } = await startNode();
  const superuser = new pg.Client({ connectionString: superuserUrl });
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
      violations: [
        ...load.errors.slice(0, 20),
        ...(load.webhooks > 0 ? [] : ['No webhook was received.']),
        ...growths(samples),
      ],
      figures: {
        seed: options.seed,
        minutes: Math.round(options.durationMs / 6000) / 10,
        requests: load.requests,
        'webhooks received': load.webhooks,
        errors: load.errors.length,
        ...Object.fromEntries(measures.map((measure) => [measure, shown(samples, measure)])),
      },
      samples,
    };
  } finally {
    await superuser.end();
  }
}

function shown(samples: readonly Sample[], measure: keyof Sample): string {
  const { early, late } = compared(samples, measure);
  return `${Math.round(early)} early, ${Math.round(late)} at the end`;
}
