/**
 * The proof that nothing acknowledged is lost: clients write while everything is killed, frozen or disconnected at
 * random. Afterwards the ledger of the clients, the stored rows, the log of events and the receivers must agree.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Muster, musterClient } from '@muster/client';
import pg from 'pg';
import { dice } from '../../demo/dice.ts';
import { type Administrator, administrator } from './administrator.ts';
import { audit } from './audit.ts';
import { type Company, foundCompany } from './company.ts';
import { auditDeliveries } from './delivery-audit.ts';
import { allowErasures, canariesInTables, erasePeople, wrongErasures } from './erasures.ts';
import { watchEventPauses } from './event-pauses.ts';
import { delivered, gatherDeliveries, gatherEvidence } from './evidence.ts';
import { type Figures, killFigures, ledgerFigures, otherFigures, receiptFigures, seconds } from './figures.ts';
import { auditFiles } from './file-audit.ts';
import { follower, wrongFollowing } from './followers.ts';
import { wrongHistories } from './histories.ts';
import { importPeople, wrongImports } from './imports.ts';
import { accountName, type Installation, startInstallation } from './installation.ts';
import { type KillingOptions, killAll } from './killing.ts';
import { kindsOf } from './kinds.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { ledgerLines, writeLedger } from './ledger-file.ts';
import { lossy } from './lossy-network.ts';
import { subscribe } from './receipts.ts';
import { write } from './writers.ts';

export interface KillLoopOptions extends KillingOptions {
  readonly writers: number;
  /** The longest pause between two changes of a writer. */
  readonly writerPauseMs: number;
  /** Where the ledger is written; nowhere by default. */
  readonly ledgerFolder?: string;
}

export interface Verdict {
  /** Sentences; empty if nothing was lost. */
  readonly violations: readonly string[];
  readonly figures: Figures;
  readonly lastLines: readonly string[];
  readonly ledgerLines: readonly string[];
  readonly ledgerPath: string | null;
}

/** Another worker takes over the deliveries of a dead one within a minute. */
const quietMs = 90_000;
/** Includes the recovery of a killed database. */
const eventPauseMsMax = 45_000;
/** The time that followers may need for the rest of the log. */
const followMs = 30_000;

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
    const owner = administrator({
      ...{ publicUrl: installation.publicUrl, fetch: installation.fetch },
      ...{ account: accountName, email: installation.ownerEmail },
    });
    await allowErasures(owner);
    const clients = { curt, patient, owner };
    const times = await disturbed(installation, ledger, clients, company, options);
    const lines = ledgerLines(ledger, times.faults);
    const { ledgerFolder, seed } = options;
    const ledgerPath = ledgerFolder === undefined ? null : await writeLedger(ledgerFolder, seed, lines);
    const isDelivered = await delivered(patient, quietMs);
    const quietAtMs = performance.now();
    const evidence = await gatherEvidence(patient);
    const deliveries = await gatherDeliveries(patient);
    const histories = await wrongHistories(patient, evidence.events);
    await Promise.all(followers.map((one) => one.finish(evidence.events.length, followMs)));
    const canaries = await canariesInTables(installation.superuserUrl);
    const { subscriptions } = receipts;
    const violations = [
      ...(isDelivered ? [] : [`After ${quietMs / 1000} s of quiet there are still deliveries to be made.`]),
      ...times.errors,
      ...installation.breakdowns(),
      ...receipts.errors,
      ...audit(ledger, evidence),
      ...wrongImports(ledger.imports, evidence.events),
      ...wrongErasures(ledger.erasures, evidence.events, canaries),
      ...histories,
      ...followers.flatMap((one) => wrongFollowing(one, evidence.events)),
      ...auditDeliveries(evidence.events, subscriptions, deliveries),
    ];
    const received = receiptFigures(subscriptions, deliveries, times.faults);
    // At last: the clean-up of files records events of its own.
    const files = await auditFiles(installation.files, patient, ledger.uploads, evidence.events);
    return {
      violations: [...violations, ...files.wrong],
      figures: {
        seed: options.seed,
        ...times.figures,
        'from the last kill until all is delivered, s': seconds(quietAtMs - times.lastKillAtMs),
        ...ledgerFigures(ledger, evidence.events),
        ...files.figures,
        ...otherFigures(ledger),
        'rows stored': evidence.stored.size,
        events: evidence.events.length,
        ...received,
      },
      lastLines: installation.lastLines(),
      ...{ ledgerLines: lines, ledgerPath },
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
  { curt, patient, owner }: { readonly curt: Muster; readonly patient: Muster; readonly owner: Administrator },
  company: Company,
  options: KillLoopOptions,
) {
  const { seed, writers, writerPauseMs: pauseMs } = options;
  const kinds = kindsOf(curt, company, ledger);
  const shared = { kind: kinds.taxonomies, id: company.taxonomyId };
  let hasEnded = false;
  const isOver = () => hasEnded;
  const writing = [
    ...Array.from({ length: writers }, (_, number) =>
      write({ seed, number, kinds: Object.values(kinds), shared, ledger, isOver, pauseMs }),
    ),
    importPeople(curt, company, ledger, dice(seed + 1), isOver),
    erasePeople(patient, owner, company, ledger, dice(seed + 2), isOver),
  ];
  const startedAtMs = performance.now();
  const pauses = watchEventPauses(installation.superuserUrl, installation.isAnyPaused);
  const faults = await killAll(installation, ledger, options);
  const lastKillAtMs = performance.now();
  await installation.restored().finally(() => {
    hasEnded = true;
  });
  await Promise.all(writing);
  await published(installation.superuserUrl);
  await pauses.stop();
  const missing = options.kills - faults.length;
  return {
    faults,
    lastKillAtMs,
    errors: [
      ...(missing > 0 ? [`Time was over before the last ${missing} of ${options.kills} faults.`] : []),
      ...(pauses.longestMs > eventPauseMsMax ? [`Events stood still for ${seconds(pauses.longestMs)} s.`] : []),
    ],
    figures: {
      ...killFigures(faults),
      'answers of 503 while the disk was full': installation.hasDisk
        ? installation.fullAnswers
        : 'this user may mount no disk',
      'time of killing, s': seconds(lastKillAtMs - startedAtMs),
      'longest pause of events for an account, s': seconds(pauses.longestMs),
      '… while a node was frozen or cut off, s': seconds(pauses.longestDuringPauseMs),
    },
  };
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
