/**
 * The proof that nothing acknowledged is lost: clients write while everything is killed, frozen or disconnected at
 * random. Afterwards the ledger of the clients, the stored rows, the log of events and the receivers must agree.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '@muster/client';
import pg from 'pg';
import { type Dice, dice } from '../../demo/dice.ts';
import { audit } from './audit.ts';
import { auditDeliveries } from './delivery-audit.ts';
import { watchEventPauses } from './event-pauses.ts';
import { delivered, gatherDeliveries, gatherEvidence } from './evidence.ts';
import { type Figures, killFigures, ledgerFigures, receiptFigures, seconds } from './figures.ts';
import { follower, wrongFollowing } from './followers.ts';
import { wrongHistories } from './histories.ts';
import { accountName, type Installation, startInstallation, type Target } from './installation.ts';
import { type Company, foundCompany, kindsOf } from './kinds.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { lossy } from './lossy-network.ts';
import { subscribe } from './receipts.ts';
import { write } from './writers.ts';

export interface KillLoopOptions {
  readonly seed: number;
  readonly kills: number;
  readonly writers: number;
  /** The longest pause between two changes of a writer. */
  readonly writerPauseMs: number;
  /** The longest pause between two kills. */
  readonly killPauseMs: number;
  /** No kill after this time. */
  readonly boundMs: number;
  readonly onKill?: (target: Target, count: number) => void;
  /** These come first, independent of the seed. */
  readonly first?: readonly Target[];
}

export interface Verdict {
  /** Sentences; empty if nothing was lost. */
  readonly violations: readonly string[];
  readonly figures: Figures;
  readonly lastLines: readonly string[];
}

const lookEveryMs = 20;
/** Another worker takes over the deliveries of a dead one within a minute. */
const quietMs = 90_000;
/** Includes the recovery of a killed database. */
const eventPauseMsMax = 45_000;
/** The time that followers may need for the rest of the log. */
const followMs = 30_000;

/** Out of a hundred faults. */
const shares: Readonly<Record<Target, number>> = {
  ...{ api: 25, worker: 25, backend: 16, postmaster: 12, machine: 2 },
  ...{ 'frozen api': 5, 'frozen worker': 5, 'cut-off api': 5, 'cut-off worker': 5 },
};

export async function killLoop(options: KillLoopOptions): Promise<Verdict> {
  const installation = await startInstallation();
  try {
    await installation.restored();
    return await judged(installation, options);
  } finally {
    await installation.stop();
  }
}

async function judged(installation: Installation, options: KillLoopOptions): Promise<Verdict> {
  const { clientId, clientSecret } = installation.account;
  const access = { baseUrl: installation.publicUrl, clientId, clientSecret, fetch: installation.fetch };
  const patient = musterClient(access);
  const network = lossy(installation.fetch, dice(options.seed));
  // Writers decide whether and when to retry.
  const curt = musterClient({ ...access, fetch: network, retry: { attemptsMax: 1 }, timeoutMs: 10_000 });
  const company = await foundCompany(patient);
  const receipts = await subscribe(patient, accountName, () => published(installation.superuserUrl));
  const followers = [follower(patient, 'waiting'), follower(patient, 'stream')];
  try {
    const ledger = newLedger();
    const times = await disturbed(installation, ledger, kindsOf(curt, company), company, options);
    const isDelivered = await delivered(patient, quietMs);
    const quietAtMs = performance.now();
    const evidence = await gatherEvidence(patient);
    const deliveries = await gatherDeliveries(patient);
    const histories = await wrongHistories(patient, evidence.events);
    await Promise.all(followers.map((one) => one.finish(evidence.events.length, followMs)));
    const { subscriptions } = receipts;
    return {
      violations: [
        ...(isDelivered ? [] : [`After ${quietMs / 1000} s of quiet there are still deliveries to be made.`]),
        ...times.errors,
        ...installation.breakdowns(),
        ...receipts.errors,
        ...audit(ledger, evidence),
        ...histories,
        ...followers.flatMap((one) => wrongFollowing(one, evidence.events)),
        ...auditDeliveries(evidence.events, subscriptions, deliveries),
      ],
      figures: {
        seed: options.seed,
        ...times.figures,
        'from the last kill until all is delivered, s': seconds(quietAtMs - times.lastKillAtMs),
        ...ledgerFigures(ledger, evidence.events),
        'rows stored': evidence.stored.size,
        events: evidence.events.length,
        ...receiptFigures(subscriptions, deliveries),
      },
      lastLines: installation.lastLines(),
    };
  } finally {
    await Promise.all(followers.map((one) => one.finish(0, 0)));
    await receipts.stop();
  }
}

/** Writes and kills until all kills are done and all writers have a response. */
async function disturbed(
  installation: Installation,
  ledger: Ledger,
  kinds: ReturnType<typeof kindsOf>,
  { taxonomyId }: Company,
  options: KillLoopOptions,
) {
  const { seed, writers, writerPauseMs: pauseMs } = options;
  const shared = { kind: kinds.taxonomies, id: taxonomyId };
  let hasEnded = false;
  const isOver = () => hasEnded;
  const writing = Array.from({ length: writers }, (_, number) =>
    write({ seed, number, kinds: Object.values(kinds), shared, ledger, isOver, pauseMs }),
  );
  const startedAtMs = performance.now();
  const pauses = watchEventPauses(installation.superuserUrl, installation.isAnyPaused);
  const killed = await killAll(installation, ledger, options);
  const lastKillAtMs = performance.now();
  await installation.restored().finally(() => {
    hasEnded = true;
  });
  await Promise.all(writing);
  await published(installation.superuserUrl);
  await pauses.stop();
  const missing = options.kills - killed.length;
  return {
    lastKillAtMs,
    errors: [
      ...(missing > 0 ? [`Time was over before the last ${missing} of ${options.kills} faults.`] : []),
      ...(pauses.longestMs > eventPauseMsMax ? [`Events stood still for ${seconds(pauses.longestMs)} s.`] : []),
    ],
    figures: {
      ...killFigures(killed),
      'time of killing, s': seconds(lastKillAtMs - startedAtMs),
      'longest pause of events for an account, s': seconds(pauses.longestMs),
      '… while a node was frozen or cut off, s': seconds(pauses.longestDuringPauseMs),
    },
  };
}

/** Kills in the order of the seed, each while changes are acknowledged: a stopped service cannot lose anything. */
async function killAll(installation: Installation, ledger: Ledger, options: KillLoopOptions): Promise<Target[]> {
  const luck = dice(options.seed);
  const deadline = performance.now() + options.boundMs;
  const killed: Target[] = [];
  while (killed.length < options.kills) {
    const drawnTarget = drawn(luck);
    const target = options.first?.[killed.length] ?? drawnTarget;
    const choice = luck.below(1000);
    const before = ledger.acknowledgedCount;
    await pause(luck.below(options.killPauseMs));
    while (ledger.acknowledgedCount === before || !(await installation.kill(target, choice))) {
      if (performance.now() > deadline) return killed;
      await pause(lookEveryMs);
    }
    killed.push(target);
    options.onKill?.(target, killed.length);
  }
  return killed;
}

function drawn(luck: Dice): Target {
  let left = luck.below(100);
  for (const [target, share] of Object.entries(shares)) {
    if (left < share) return target as Target;
    left -= share;
  }
  return 'api';
}

/** A change is complete when its events have left the outbox. */
async function published(superuserUrl: string): Promise<void> {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  try {
    while ((await connection.query('select 1 from outbox limit 1')).rows.length > 0) await pause(50);
  } finally {
    await connection.end();
  }
}
