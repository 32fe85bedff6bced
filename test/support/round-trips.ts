/** Counts how often a write waits for the database: the turns of its statements on a network in between. */
import type { CutNetwork, Turn } from '../faults/cut-network.ts';

/** Answers are under way for so long that all statements of a turn arrive before. */
export const answerMs = 10;

/**
 * What a write sends in each of its round trips: those of the transaction that sends this text, which nothing else does, or
 * of the statement, if it is alone.
 */
export async function roundTripsOf(
  network: CutNetwork,
  marker: string,
  write: () => Promise<unknown>,
): Promise<string[]> {
  const turns = network.recordTurns();
  await write();
  const { connection } = turns.find(({ text }) => text.includes(marker)) ?? {};
  const units = unitsIn(turns.filter((turn) => turn.connection === connection));
  return units.find((unit) => unit.some((text) => text.includes(marker))) ?? [];
}

/** The turns of one connection: those of a transaction together, others alone. */
function unitsIn(turns: readonly Turn[]): string[][] {
  const units: string[][] = [];
  let isOpen = false;
  for (const { text } of turns) {
    if (isOpen) units.at(-1)?.push(text);
    else units.push([text]);
    const begun = text.search(/begin[\0;]/);
    const ended = Math.max(text.lastIndexOf('commit\0'), text.lastIndexOf('rollback\0'));
    if (begun > ended) isOpen = true;
    else if (ended >= 0) isOpen = false;
  }
  return units;
}
