/**
 * The proof that the feed has no gaps: writers on several nodes, whose transactions pause at random between the change and
 * its commit, so that events are committed in another order than they were recorded; and readers of each way, which are
 * killed and go on. Afterwards each reader has seen the log: every event once, in order.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import pg from 'pg';
import { dice } from '../../demo/dice.ts';
import { type Company, foundCompany, hiring } from '../faults/company.ts';
import { onEachPart } from '../support/distributed.ts';
import { type Lives, type Reader, startReader, ways } from './readers.ts';

export interface FeedProof extends Lives {
  readonly events: number;
  readonly writers: number;
  readonly readers: number;
  readonly seed: number;
  readonly onProgress?: (events: number) => void;
}

export interface FeedVerdict {
  /** Sentences; empty if the feed has no gap. */
  readonly violations: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

/** Of so many turns of a writer, one hires: three events that must stay together, and the most costly change. */
const hireEach = 8;
/** Of a hundred events, and for how long at most. */
const pausedShare = 3;
const pauseMsMax = 250;
/** What readers may need for the rest of the log: they share the machine with the writers until these end. */
const patienceMs = (events: number): number => 60_000 + events / 2;

/** Pauses between a change and its commit: a trigger that runs when everything else of the transaction is done. */
async function pauseSome(superuserUrl: string): Promise<void> {
  await onEachPart(superuserUrl, 'outbox', async (server, parts) => {
    await server.query(`create function pause_some() returns trigger language plpgsql as $$
begin
  if random() * 100 < ${pausedShare} then perform pg_sleep(random() * ${pauseMsMax / 1000}); end if;
  return null;
end $$`);
    for (const part of parts) {
      await server.query(`create constraint trigger pause_some after insert on ${part} deferrable initially deferred
  for each row execute function pause_some()`);
    }
  });
}

/** `nodes` are clients of one account, one for each node. */
export async function proveFeed(
  superuserUrl: string,
  nodes: readonly Muster[],
  { events, writers, readers: readerCount, seed, onProgress, ...lives }: FeedProof,
): Promise<FeedVerdict> {
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  const readers = Array.from({ length: readerCount }, (_, number) =>
    startReader(nodes, ways[number % ways.length] ?? 'cursor', dice(seed + number), lives),
  );
  try {
    await pauseSome(superuserUrl);
    const company = await foundCompany(nodes[0] as Muster);
    const ledger: Ledger = { created: new Set(), changes: 0, events: 0, unanswered: 0 };
    const isOver = () => ledger.events >= events;
    const startedAtMs = performance.now();
    await Promise.all(
      Array.from({ length: writers }, (_, number) =>
        write(nodes, company, ledger, isOver, seed * 1000 + number, onProgress),
      ),
    );
    const seconds = (performance.now() - startedAtMs) / 1000;
    const log = await publishedLog(superuser);
    await Promise.all(readers.map((reader) => reader.finish(log.length, patienceMs(log.length))));
    return {
      violations: [...unrecorded(ledger, log), ...readers.flatMap((reader) => wrongReading(reader, log))],
      figures: {
        events: log.length,
        'acknowledged changes': ledger.changes,
        'changes without an answer': ledger.unanswered,
        'events a second': Math.round(ledger.events / seconds),
        writers,
        nodes: nodes.length,
        readers: readers.length,
        'readers killed': readers.reduce((sum, { lives }) => sum + lives - 1, 0),
        'events overtaken by later ones': await overtaken(superuser),
      },
    };
  } finally {
    await Promise.all(readers.map((reader) => reader.finish(0, 0).catch(() => undefined)));
    await superuser.end();
  }
}

interface Ledger {
  /** Type and id of each row whose creation was acknowledged. */
  readonly created: Set<string>;
  changes: number;
  events: number;
  unanswered: number;
}

/** Hires, which record three events, and plain creations and changes in between. */
async function write(
  nodes: readonly Muster[],
  company: Company,
  ledger: Ledger,
  isOver: () => boolean,
  seed: number,
  onProgress: FeedProof['onProgress'],
): Promise<void> {
  const luck = dice(seed);
  const note = (type: string, id: string, events: number) => {
    ledger.created.add(`${type} ${id}`);
    ledger.changes += 1;
    ledger.events += events;
    onProgress?.(ledger.events);
  };
  const hire = async (muster: Muster, name: string) =>
    note('employee', (await muster.employees.create(hiring(company, name))).id, 3);
  const createAndChange = async (muster: Muster, name: string) => {
    const { id } = await muster.taxonomies.create({ name });
    note('taxonomy', id, 1);
    await muster.taxonomies.update(id, { name: `${name} again` });
    ledger.changes += 1;
    ledger.events += 1;
  };
  for (let turn = 0; !isOver(); turn += 1) {
    const muster = nodes[luck.below(nodes.length)] as Muster;
    const name = `Writer ${seed} ${turn}`;
    const isHire = luck.below(hireEach) === 0;
    await (isHire ? hire(muster, name) : createAndChange(muster, name)).catch(() => {
      // On a busy machine, a change that waits may be stopped. Whether it was made is then not known.
      ledger.unanswered += 1;
    });
  }
}

interface Logged {
  readonly id: string;
  readonly topic: string;
  readonly dataId: string;
}

/** The log when nothing is left to publish. */
async function publishedLog(superuser: pg.Client): Promise<Logged[]> {
  while ((await superuser.query('select from outbox limit 1')).rowCount !== 0) await pause(20);
  const { rows } = await superuser.query<Logged>(
    'select id::text as id, topic, data_id as "dataId" from events order by events.id',
  );
  return rows;
}

function unrecorded({ created, events }: Ledger, log: readonly Logged[]): string[] {
  const logged = Map.groupBy(
    log.filter(({ topic }) => topic.endsWith('.created')),
    ({ topic, dataId }) => `${topic.replace('.created', '')} ${dataId}`,
  );
  const wrong = [...created].filter((row) => logged.get(row)?.length !== 1);
  const short = log.length < events ? [`${events} events were acknowledged, and the log has ${log.length}.`] : [];
  return [...short, ...wrong.map((row) => `${row} was created, and has ${logged.get(row)?.length ?? 0} events.`)];
}

/** What a reader missed, saw twice, or saw at another place than the log has it. */
export function wrongReading(
  { way, seen }: Pick<Reader, 'way' | 'seen'>,
  log: readonly Pick<Logged, 'id'>[],
): string[] {
  const known = new Set(seen);
  const missed = log.filter(({ id }) => !known.has(Number(id))).length;
  const doubled = seen.length - known.size;
  const at = seen.findIndex((id, index) => id !== Number(log[index]?.id));
  if (missed === 0 && doubled === 0 && at === -1) return [];
  const place = at === -1 ? '' : `, and first differs at event ${log[at]?.id ?? 'after the last'}`;
  return [`A reader by ${way} missed ${missed} events, saw ${doubled} twice${place}.`];
}

/** Events that were published after others that were recorded later. Without them, nothing was proved. */
async function overtaken(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ count: string }>(`
select count(*) from (
  select occurred_at < max(occurred_at) over (order by id rows between unbounded preceding and 1 preceding) as is_late
  from events
) as compared where is_late`);
  return Number(rows[0]?.count);
}
