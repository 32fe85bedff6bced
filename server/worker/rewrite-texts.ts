/** Rewrites rows in the form of this release, when every node has it. See platform/store/rewrite-texts.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { endPass, isSharedByAll, rewriteBatch, unfinishedRewrites } from '../platform/store/rewrite-texts.ts';
import { storedResources } from '../platform/store/stored-text.ts';
import { repeat } from '../repeat.ts';

export interface TextRewriting {
  stop(): Promise<void>;
}

export interface TextRewritingOptions {
  readonly isRunning: boolean;
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;
/** Without anything to do, it is looked for this often. */
const idleMs = 10_000;
/** A pause as long as the work before it: half of one connection is the most that it takes. */
const pauseMinMs = 2;

export function startTextRewriting(options: TextRewritingOptions): TextRewriting {
  if (!options.isRunning) return { stop: async () => undefined };
  const { database } = options;
  let isStopping = false;
  let idleUntilMs = Number.NEGATIVE_INFINITY;

  async function work(): Promise<void> {
    if (performance.now() < idleUntilMs) return;
    const due = await unfinishedRewrites(database.query);
    if (due.length === 0) {
      idleUntilMs = performance.now() + idleMs;
      return;
    }
    for (const { type, afterAccount, afterId } of due) {
      if (isStopping || !(await isSharedByAll(database.query))) return;
      if (!(await finishPass(type, afterAccount, afterId))) return;
    }
  }

  /** False: it was interrupted, and goes on from the recorded place. */
  async function finishPass(type: string, afterAccount: string | null, afterId: string | null): Promise<boolean> {
    const resource = storedResources.find((one) => one.type === type);
    if (!resource) return true;
    const accounts = await database.query<{ id: string }>(
      'select id::text as id from accounts where id >= coalesce($1::bigint, 0) order by accounts.id',
      [afterAccount],
    );
    let after = afterId;
    for (const { id } of accounts) {
      do {
        const startedMs = performance.now();
        const batch = isStopping ? null : await rewriteBatch(database, resource, id, after);
        if (batch === null) return false;
        after = batch.after;
        if (batch.rewritten > 0) await pause(Math.max(pauseMinMs, performance.now() - startedMs));
      } while (after !== null);
    }
    await endPass(database.query, resource);
    return true;
  }

  const repeated = repeat(everyMs, work, options.onError);
  return {
    stop() {
      isStopping = true;
      return repeated.stop();
    },
  };
}
