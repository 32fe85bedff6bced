/** Runs approved erasures, whichever node they were approved on. A killed node is replaced when its lease has ended. */
import { randomUUID } from 'node:crypto';
import { claimOne, LeaseLost, release, renewAll, renewedEveryMs } from '../erasure/queue.ts';
import { type ErasureParts, runErasure } from '../erasure/run.ts';
import { repeat } from '../repeat.ts';

export interface ErasureWorkerOptions extends ErasureParts {
  /** Whether this node runs erasures. */
  readonly isRunning: boolean;
  readonly onError: (error: unknown) => void;
}

const everyMs = 500;
const retrySeconds = 5;

export function startErasures(options: ErasureWorkerOptions): { stop(): Promise<void> } {
  const { database, isRunning, onError } = options;
  const nodeId = randomUUID();
  let isStopping = false;

  async function look(): Promise<void> {
    for (let isMore = isRunning; isMore && !isStopping; ) isMore = await runNext();
  }

  /** False: nothing waits. */
  async function runNext(): Promise<boolean> {
    const claim = await claimOne(database, nodeId);
    if (!claim) return false;
    try {
      const wait = await runErasure(options, nodeId, claim);
      if (wait !== null) await release(database, nodeId, claim, wait);
    } catch (error) {
      await release(database, nodeId, claim, retrySeconds);
      if (!(error instanceof LeaseLost)) onError(error);
    }
    return true;
  }

  const looking = repeat(everyMs, look, onError);
  const renewing = repeat(renewedEveryMs, () => renewAll(database, nodeId), onError);
  return {
    async stop() {
      isStopping = true;
      await looking.stop();
      await renewing.stop();
    },
  };
}
