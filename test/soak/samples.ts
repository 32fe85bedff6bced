/** What must stay flat while a service works: measured from outside, and judged at the end. */
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

export interface Sample {
  readonly 'memory of the node, MB': number;
  readonly 'open descriptors of the node': number;
  readonly 'connections to PostgreSQL': number;
  readonly 'outbox, MB': number;
  readonly 'indexes of people, bytes for each': number;
  readonly 'partitions of events': number;
  readonly 'webhooks that wait to be sent': number;
  readonly 'slowest of a hundred requests, ms': number;
}

export type Measure = keyof Sample;

const counted = `
select (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
  pg_total_relation_size('outbox') / 1e6 as outbox,
  (pg_indexes_size('employees') / greatest(1, (select count(*) from employees)))::float as "perPerson",
  (select count(*) from pg_inherits where inhparent = 'events'::regclass)::int as partitions,
  (select count(*) from deliveries where status = 'undelivered')::int as waiting`;

export async function sampleOf(superuser: pg.Client, pid: number, latencies: readonly number[]): Promise<Sample> {
  const { rows } = await superuser.query(counted);
  const { connections, outbox, perPerson, partitions, waiting } = rows[0];
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  const sorted = [...latencies].sort((one, other) => one - other);
  return {
    'memory of the node, MB': kilobytes / 1024,
    'open descriptors of the node': (await readdir(`/proc/${pid}/fd`)).length,
    'connections to PostgreSQL': connections,
    'outbox, MB': Number(outbox),
    'indexes of people, bytes for each': perPerson,
    'partitions of events': partitions,
    'webhooks that wait to be sent': waiting,
    'slowest of a hundred requests, ms': sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** By how much the end may exceed what it is compared with: a factor, and what a single measurement scatters by. */
const slack: Readonly<Record<Measure, readonly [factor: number, plus: number]>> = {
  'memory of the node, MB': [1.1, 16],
  'open descriptors of the node': [1, 20],
  'connections to PostgreSQL': [1, 8],
  'outbox, MB': [1.5, 8],
  'indexes of people, bytes for each': [1.2, 0],
  'partitions of events': [1, 1],
  'webhooks that wait to be sent': [1.5, 100],
  'slowest of a hundred requests, ms': [2, 50],
};

export const measures = Object.keys(slack) as Measure[];

/** The middle of what the second and the last quarter of a run showed. In the first, caches fill. */
export function compared(samples: readonly Sample[], measure: Measure): { early: number; late: number } {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const middleOf = (some: readonly Sample[]): number =>
    some.map((sample) => sample[measure]).sort((one, other) => one - other)[Math.floor(some.length / 2)] ?? 0;
  return { early: middleOf(samples.slice(quarter, 2 * quarter)), late: middleOf(samples.slice(-quarter)) };
}

/** A sentence for each measure that grew. */
export const growths = (samples: readonly Sample[]): string[] =>
  measures.flatMap((measure) => {
    const { early, late } = compared(samples, measure);
    const [factor, plus] = slack[measure];
    return late <= early * factor + plus
      ? []
      : [`${measure}: ${Math.round(early)} early, ${Math.round(late)} at the end.`];
  });
