/** Requests that come at the same moment, and how they are written. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CutNetwork } from '../faults/cut-network.ts';
import { eachSentDuring } from './sent-statements.ts';

/** Longer than creations are held back for others. */
const gatheringMs = 60;

/** PostgreSQL hears nothing of the first requests until the others have come, however busy the machine is. */
export async function atOnce<Result>(network: CutNetwork, work: () => Promise<Result>): Promise<Result> {
  network.cut();
  const working = work();
  await delay(gatheringMs);
  network.mend();
  return working;
}

/** How many statements insert rows into a table meanwhile. */
export async function insertionsDuring(table: string, work: () => Promise<unknown>): Promise<number> {
  const texts = await eachSentDuring(work);
  return texts.filter((text) => text.includes(`insert into ${table} (`)).length;
}
