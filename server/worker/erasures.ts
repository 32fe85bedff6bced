/** Runs approved erasures, whichever node they were approved on. A killed node is replaced when its lease has ended. */
import { randomUUID } from 'node:crypto';
import { type Claim, claimDue, renewAll, renewedEveryMs } from '../erasure/queue.ts';
import { type ErasureParts, runErasures } from '../erasure/run.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import type { WaitingWork } from './waiting-work.ts';

export interface ErasureWorkerOptions extends ErasureParts {
  /** Whether this node runs erasures. */
  readonly isRunning: boolean;
  /** For the search for work, so that the connections for it are opened when there is some. */
  readonly lookups: Database;
  /** Whether there is something to claim. */
  readonly waiting: WaitingWork;
  readonly onError: (error: unknown) => void;
}

const everyMs = 500;

export function startErasures(options: ErasureWorkerOptions): { stop(): Promise<void> } {
  const { database, lookups, isRunning, onError } = options;
  const nodeId = randomUUID();
  let isStopping = false;
  const running = { ...options, isStopping: () => isStopping };

  /** What this node works on. */
  let current: readonly Claim[] = [];
  /** An answer was lost: this node may hold leases without knowing, and then nothing seems to wait. */
  let isUnsure = false;

  async function look(): Promise<void> {
    if (!isRunning || !(isUnsure || (await options.waiting.has('erasures')))) return;
    while (!isStopping) {
      isUnsure = true;
      current = await claimDue(lookups, nodeId);
      if (current.length === 0) {
        isUnsure = false;
        return;
      }
      try {
        await runErasures(running, nodeId, current, onError);
      } finally {
        current = [];
      }
    }
  }

  const looking = repeat(everyMs, look, onError);
  const renewing = repeat(renewedEveryMs, () => renewAll(database, nodeId, current), onError);
  return {
    async stop() {
      isStopping = true;
      await looking.stop();
      await renewing.stop();
    },
  };
}
