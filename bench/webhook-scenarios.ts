/** Scenarios of webhooks. Each scenario waits until everything is sent. */

import { setTimeout as pause } from 'node:timers/promises';
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import pg from 'pg';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import type { Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import { insert } from '../server/platform/store/write.ts';
import { load } from './load.ts';
import { inTurn, same } from './requests.ts';
import type { Stage, Writer } from './webhook-stage.ts';

const expectedStatus = 201;

export interface Drained {
  readonly deliveries: number;
  readonly perSecond: number;
}

/** One worker sends a backlog of many events to five endpoints: arrivals per second. */
export async function drain(stage: Stage, accountName: string): Promise<Drained> {
  const api = await stage.start('api');
  const writer = await stage.writer(accountName);
  for (let number = 0; number < 5; number += 1) await stage.subscribe(writer, `/drain/${number}`);
  await load({ port: stage.port, connections: 32, durationMs: 3000, request: same(writer.creation), expectedStatus });
  await stage.published();
  await stage.ask('forget');
  const { rows } = await stage.superuser.query<{ count: string }>('select count(*) from deliveries');
  const worker = await stage.start('worker');
  // Asks the receiver, to keep load off the database.
  while ((await stage.ask('count')).distinct < Number(rows[0]?.count)) await pause(20);
  const { distinct, firstAtMs, lastAtMs } = await stage.ask('count');
  await stage.delivered();
  await stage.end(worker);
  await stage.end(api);
  return { deliveries: distinct, perSecond: distinct / ((lastAtMs - firstAtMs) / 1000) };
}

export interface Delay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly eventsPerSecond: number;
}

/** 500 events a second from all writers in turn; the delays at endpoints that respond. */
export async function delayed(stage: Stage, writers: readonly Writer[]): Promise<Delay> {
  const request = inTurn(writers.map(({ creation }) => creation));
  const paced = { port: stage.port, connections: 16, request, expectedStatus, perSecond: 500 };
  await load({ ...paced, durationMs: 2000 });
  await stage.delivered();
  await stage.ask('forget');
  const { perSecond } = await load({ ...paced, durationMs: 8000 });
  await stage.delivered();
  const { delaysMs } = await stage.ask('receipts');
  const all = Object.values(delaysMs).flat();
  return { p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99), eventsPerSecond: perSecond };
}

/** One event to a hundred endpoints: the time until the last one has it. */
export async function fannedOut(stage: Stage, writer: Writer): Promise<Delay> {
  const endpointsCount = 100;
  for (let number = 0; number < endpointsCount; number += 1) await stage.subscribe(writer, `/fan/${number}`);
  await stage.delivered();
  const { id } = await writer.muster.taxonomies.create({ name: 'Fan-out' });
  const lastMs: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    await stage.ask('forget');
    await writer.muster.taxonomyLabels.create({ name: `Label ${count}`, taxonomy: { id } });
    while ((await stage.ask('count')).distinct < endpointsCount) await pause(5);
    lastMs.push(Math.max(...Object.values((await stage.ask('receipts')).delaysMs).flat()));
  }
  return { p50Ms: quantile(lastMs, 0.5), p99Ms: quantile(lastMs, 0.99), eventsPerSecond: Number.NaN };
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

export interface Compared {
  readonly withPerSecond: number;
  readonly withoutPerSecond: number;
}

const rounds = 8;
const roundMs = 500;

/** Creations in an account with an endpoint and in one without, in turn. */
export async function listenedTo(stage: Stage, listened: Writer, plain: Writer): Promise<Compared> {
  const run = async ({ creation }: Writer): Promise<number> => {
    await stage.delivered();
    const request = same(creation);
    return (await load({ port: stage.port, connections: 32, durationMs: roundMs, request, expectedStatus })).perSecond;
  };
  return inRounds(
    () => run(listened),
    () => run(plain),
  );
}

/** The statement of a creation with and without its event, with as many connections as the pool of the service. */
export async function recorded(stage: Stage, { account }: Writer): Promise<Compared> {
  const pool = new pg.Pool({ connectionString: stage.url, max: 16, options: '-c plan_cache_mode=force_generic_plan' });
  const { rows } = await stage.superuser.query<{ id: string }>(
    'select id::text from taxonomies where account_id = $1',
    [account.accountId],
  );
  const silent = { ...taxonomyLabels, events: [] };
  const values = { taxonomy: { id: rows[0]?.id }, name: 'Forklift driving', t9n: { name: {} } };
  const vault = vaultOf(derivedKeys(stage.masterKey));
  const run = async (resource: typeof silent | typeof taxonomyLabels): Promise<number> => {
    const endsAt = performance.now() + roundMs;
    let count = 0;
    const one = async () => {
      const connection = await pool.connect();
      const session: Session = {
        ...{ accountId: account.accountId, now: new Date(), machineNow: new Date(), vault, bounds: standardBounds },
        author: byService(),
        run: async <Row>(statement: Statement, given: readonly unknown[] = []) =>
          (await connection.query({ ...statement, values: [account.accountId, ...given] })).rows as Row[],
      };
      await connection.query(`select set_config('muster.account_id', $1, false)`, [account.accountId]);
      for (; performance.now() < endsAt; count += 1) await insert(session, resource, values);
      connection.release();
    };
    await Promise.all(Array.from({ length: 16 }, one));
    await stage.published();
    return count / (roundMs / 1000);
  };
  const compared = await inRounds(
    () => run(taxonomyLabels),
    () => run(silent),
  );
  await pool.end();
  return compared;
}

/** Each side once as a warm-up; then in turn, so that other load of the machine affects both. */
async function inRounds(first: () => Promise<number>, second: () => Promise<number>): Promise<Compared> {
  await first();
  await second();
  let [withPerSecond, withoutPerSecond] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    withPerSecond += (await first()) / rounds;
    withoutPerSecond += (await second()) / rounds;
  }
  return { withPerSecond, withoutPerSecond };
}
