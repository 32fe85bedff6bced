/**
 * The long work on accounts: filling a new one, emptying a deleted one. A worker claims an account for some seconds at
 * a time; unfinished work is started again by another worker. The end of the claim is also its token: a process that
 * was frozen for longer finds another value and stops.
 */

import type { Environment } from '@muster/contract/environments.ts';
import { filesOfAccount } from '../../account-archives/files-of-account.ts';
import { seedSystemDefinitions } from '../../attributes/system-definitions.ts';
import type { KeptFiles } from '../../files/kept-files.ts';
import { seedConsoleApplications } from '../../identity/accounts/console-application.ts';
import { keepInvitation } from '../../identity/sign-in/invitations.ts';
import type { Database } from '../../platform/database/database.ts';
import { UnavailableError } from '../../platform/database/errors.ts';
import { type CopyParts, copyAccount, dropAccount } from './copy.ts';

export interface ProvisioningParts {
  /** With a connection for the work, and one for its progress. */
  readonly database: Database;
  readonly files: Pick<KeptFiles, 'eraseAccount'>;
  readonly now: () => Date;
  readonly isStopping?: () => boolean;
  readonly onError: (error: unknown) => void;
}

interface Task {
  readonly id: string;
  readonly originId: string | null;
  readonly state: 'copying' | 'dropping';
  readonly environment: Environment;
  readonly email: string | null;
  readonly digest: Buffer | null;
}

/** Renewed every second while the work continues. */
const workedMs = 20_000;
const printedEveryMs = 1000;

const claimed = `
update accounts set worked_until = $2 where id = (
  select id from accounts
  where state in ('copying', 'dropping') and (worked_until is null or worked_until <= $1) and ($3::bigint is null or id = $3)
  order by id limit 1 for no key update skip locked)
returning id::text as id, origin_id::text as "originId", state, environment, awaited_email as email, awaited_digest as digest`;

/** Does the work on one account, or on this one. Returns whether there was any. */
export async function workOnOne(parts: ProvisioningParts, accountId: string | null = null): Promise<boolean> {
  const { database, now } = parts;
  const until = new Date(now().getTime() + workedMs);
  const [task] = await database.query<Task>(claimed, [now(), until, accountId]);
  if (!task) return false;
  const claim = claimOf(database, task.id, until);
  try {
    if (task.state === 'dropping') await drop(parts, task, claim);
    else await fill(parts, task, claim);
  } catch (error) {
    if (error instanceof LostError) return false;
    if (error instanceof StoppedError || error instanceof UnavailableError) {
      if (error instanceof UnavailableError) parts.onError(error);
      await claim.change('worked_until = null').catch(parts.onError);
      return false;
    }
    parts.onError(error);
    // A failed removal is tried again after the claim has ended.
    if (task.state === 'copying') await claim.change(`state = 'failed', worked_until = null`);
  }
  return true;
}

/** The process stops, and another one continues. */
class StoppedError extends Error {}

/** Another process has taken over. */
class LostError extends Error {}

/** The right to work on an account, until another process claims it. */
interface Claim {
  /** Changes the account; false if the claim was lost. */
  change(changes: string, values?: readonly unknown[]): Promise<boolean>;
  /** Extends the claim by some seconds and stores the progress. */
  renew(percent: number | null, until: Date): Promise<void>;
}

function claimOf(database: Database, id: string, claimedUntil: Date): Claim {
  let until = claimedUntil;
  const change: Claim['change'] = async (changes, values = []) => {
    const kept = await database.query(
      `update accounts set ${changes} where id = $1 and worked_until = $2 returning id`,
      [id, until, ...values],
    );
    return kept.length > 0;
  };
  return {
    change,
    async renew(percent, next) {
      const changes = 'worked_until = $3, progress_percent = coalesce($4::integer, progress_percent)';
      if (!(await change(changes, [next, percent]))) throw new LostError();
      until = next;
    },
  };
}

const nextEnd = ({ now }: ProvisioningParts): Date => new Date(now().getTime() + workedMs);

function copyParts(parts: ProvisioningParts, claim: Claim): CopyParts {
  const { database, now, isStopping } = parts;
  let printedAtMs = performance.now();
  return {
    database,
    now,
    async onProgress(percent) {
      if (isStopping?.()) throw new StoppedError();
      if (performance.now() - printedAtMs < printedEveryMs) return;
      printedAtMs = performance.now();
      await claim.renew(percent, nextEnd(parts));
    },
  };
}

async function fill(parts: ProvisioningParts, { id, originId, email, digest }: Task, claim: Claim): Promise<void> {
  const { database } = parts;
  // A process may have ended after the last row and before the state changed.
  await dropAccount(copyParts(parts, claim), id);
  if (originId !== null) await copyAccount(copyParts(parts, claim), originId, id);
  else await database.transaction(id, seedSystemDefinitions);
  await claim.renew(null, nextEnd(parts));
  await seedConsoleApplications(database);
  if (email !== null && digest !== null) {
    await database.transaction(id, (tx) => keepInvitation(tx, { email, role: 'owner', invitedBy: email }, digest));
  }
  await claim.change(
    `state = 'ready', progress_percent = 100, worked_until = null, awaited_email = null, awaited_digest = null`,
  );
}

async function drop(parts: ProvisioningParts, { id }: Task, claim: Claim): Promise<void> {
  // Bytes first: without rows nobody would know of them.
  await parts.files.eraseAccount(id, await filesOfAccount(parts.database.session(id)));
  await dropAccount(copyParts(parts, claim), id);
  await claim.renew(null, nextEnd(parts));
  await parts.database.query('delete from accounts where id = $1', [id]);
}
