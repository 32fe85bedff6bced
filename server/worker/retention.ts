/**
 * Applies retention rules: in each account once a day, when its day has begun, by its clock and its timezone. A node that
 * is killed leaves its lease, and another node does the rest of the night.
 */
import { randomUUID } from 'node:crypto';
import type { Concerned } from '../people/day-rollover.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import { applyToPeople } from '../retention/apply.ts';
import { isOfPeople } from '../retention/due.ts';
import { claimNight, endNight, renewNight, waitingAccounts } from '../retention/nights.ts';
import { todayOf } from '../retention/preview.ts';
import { activeRules } from '../retention/rules.ts';
import { removeOldRecords } from './retention-records.ts';

export interface Retention {
  /** Does every night that has begun. */
  applyDue(): Promise<void>;
  stop(): Promise<void>;
}

export interface RetentionOptions {
  readonly database: Database;
  /** Days that have begun are recorded first: they say whose employment has ended. */
  readonly beforeReading: (accountId: string, concerned: Concerned) => Promise<void> | undefined;
  /** Whether the machine's clock is trusted; otherwise nothing is removed. */
  readonly isClockTrusted: () => Promise<boolean>;
  /** There are new events. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

const everyMs = 60_000;

/** Another node has the account, or this one is stopping. */
class NotOurs extends Error {}

export function startRetention(options: RetentionOptions): Retention {
  const { database, onError } = options;
  const nodeId = randomUUID();
  let isStopping = false;

  async function applyDue(): Promise<void> {
    if (!(await options.isClockTrusted())) return;
    for (const { accountId, doneOn } of await waitingAccounts(database)) {
      if (isStopping) return;
      const today = await todayOf(database.session(accountId));
      // A clock that was moved back has a day that is done.
      if (doneOn !== null && today <= doneOn) continue;
      if (!(await claimNight(database, accountId, nodeId, today))) continue;
      await doNight(accountId, today).catch((error: unknown) => {
        if (!(error instanceof NotOurs)) onError(error);
      });
    }
  }

  async function doNight(accountId: string, today: string): Promise<void> {
    let isDone = false;
    try {
      await options.beforeReading(accountId, 'all');
      const onStep = async () => {
        if (isStopping || !(await renewNight(database, accountId, nodeId))) throw new NotOurs();
      };
      for (const rule of await activeRules(database.session(accountId))) {
        const night = { database, accountId, today, onStep };
        if (isOfPeople(rule.family)) await applyToPeople(night, rule, rule.family);
        else await removeOldRecords(night, rule);
        options.onChange();
      }
      isDone = true;
    } finally {
      await endNight(database, accountId, nodeId, isDone ? today : null);
    }
  }

  const repeated = repeat(everyMs, applyDue, onError);
  return {
    applyDue,
    async stop() {
      isStopping = true;
      await repeated.stop();
    },
  };
}
