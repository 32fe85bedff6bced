/**
 * Steps of an erasure. One is stored as done together with what it changes, or right after it if it may run again. A worker
 * that takes over, or one that wakes up and still has the lease, skips what is done.
 */
import type { Database, Tx } from '../platform/database/database.ts';
import { type Claim, keepLease, noteStep } from './queue.ts';

export interface StepParts {
  readonly database: Database;
  /** Whether the node ends: the rest is left to another one. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** Between two steps. */
export class Stopping extends Error {}

export async function runStep(
  { database, isStopping }: StepParts,
  nodeId: string,
  { accountId, erasureId, steps }: Claim,
  step: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (steps.includes(step)) return;
  if (isStopping?.()) throw new Stopping();
  await database.transaction(accountId, async (tx) => {
    // Of the same node, whose answer was lost: it may have ended after the claim.
    if ((await keepLease(tx, erasureId, nodeId)).includes(step)) return;
    await work(tx);
    await noteStep(tx, erasureId, step);
  });
}

/** One with several transactions, each of which may run again. */
export async function runRepeatable(
  parts: StepParts,
  nodeId: string,
  claim: Claim,
  step: string,
  work: () => Promise<void>,
): Promise<void> {
  if (claim.steps.includes(step)) return;
  if (parts.isStopping?.()) throw new Stopping();
  await work();
  await runStep(parts, nodeId, claim, step, async () => undefined);
}
