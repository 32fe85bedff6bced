/**
 * The long work on accounts: filling one that was made, emptying one that is dropped. Whoever works on one says so for
 * some seconds at a time; what a process left behind is begun anew by another.
 */

import { plantConsoleApplications } from '../accounts/console-application.ts';
import type { Environment } from '../config.ts';
import type { Database } from '../database/database.ts';
import { plantSystemDefinitions } from '../resources/system-definitions.ts';
import { keepInvitation } from '../sign-in/invitations.ts';
import { type CopyParts, copyAccount, dropAccount } from './copy.ts';

export interface MakingParts {
  /** With a connection for the work, and one for saying how far it is. */
  readonly database: Database;
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

/** Renewed every second while the work goes on. */
const workedMs = 20_000;
const toldEveryMs = 1000;

const claimed = `
update accounts set worked_until = $2 where id = (
  select id from accounts
  where state in ('copying', 'dropping') and (worked_until is null or worked_until <= $1) and ($3::bigint is null or id = $3)
  order by id limit 1 for no key update skip locked)
returning id::text as id, origin_id::text as "originId", state, environment, awaited_email as email, awaited_digest as digest`;

/** Does the work on one account, or on this one. Returns whether there was any. */
export async function workOnOne(parts: MakingParts, accountId: string | null = null): Promise<boolean> {
  const { database, now } = parts;
  const until = () => new Date(now().getTime() + workedMs);
  const [task] = await database.query<Task>(claimed, [now(), until(), accountId]);
  if (!task) return false;
  try {
    if (task.state === 'dropping') await drop(parts, task);
    else await fill(parts, task);
  } catch (error) {
    if (error instanceof StoppedError) {
      await database.query('update accounts set worked_until = null where id = $1', [task.id]);
      return false;
    }
    parts.onError(error);
    // What could not be emptied is tried again once nobody claims to be at it.
    if (task.state === 'copying') {
      await database.query(`update accounts set state = 'failed', worked_until = null where id = $1`, [task.id]);
    }
  }
  return true;
}

/** The process ends, and another goes on. */
class StoppedError extends Error {}

function copyParts({ database, now, isStopping }: MakingParts, id: string): CopyParts {
  let toldMs = performance.now();
  return {
    database,
    now,
    async onProgress(percent) {
      if (isStopping?.()) throw new StoppedError();
      if (performance.now() - toldMs < toldEveryMs) return;
      toldMs = performance.now();
      await database.query('update accounts set progress_percent = $2, worked_until = $3 where id = $1', [
        id,
        percent,
        new Date(now().getTime() + workedMs),
      ]);
    },
  };
}

async function fill(parts: MakingParts, { id, originId, email, digest }: Task): Promise<void> {
  const { database } = parts;
  // Should a process have ended between the last row and the last word, its rows are there.
  await dropAccount(copyParts(parts, id), id);
  if (originId !== null) await copyAccount(copyParts(parts, id), originId, id);
  else await database.transaction(id, plantSystemDefinitions);
  await plantConsoleApplications(database);
  if (email !== null && digest !== null) {
    await database.transaction(id, (tx) => keepInvitation(tx, { email, role: 'owner', invitedBy: email }, digest));
  }
  await database.query(
    `update accounts set state = 'ready', progress_percent = 100, worked_until = null, awaited_email = null,
       awaited_digest = null
     where id = $1`,
    [id],
  );
}

async function drop(parts: MakingParts, { id }: Task): Promise<void> {
  await dropAccount(copyParts(parts, id), id);
  await parts.database.query('delete from accounts where id = $1', [id]);
}
