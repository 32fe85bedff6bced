/** The share of a profile that some code took, together with everything that it called. */
import type { Profiler } from 'node:inspector';

/**
 * From 0 to 1, of the time in which the process was busy. Each sample counts once: on a busy machine, the time between two
 * of them belongs to other programs. Garbage is collected for the code that ran before, which allocated what was too much.
 * `isWanted` gets the address of a file and the name of a function.
 */
export function inclusiveShare(
  { nodes, samples = [] }: Profiler.Profile,
  isWanted: (url: string, functionName: string) => boolean,
): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const wanted = new Set<number>();
  // Callers stand before those that they call.
  for (const { id, callFrame, children = [] } of nodes) {
    if (isWanted(callFrame.url, callFrame.functionName)) wanted.add(id);
    if (wanted.has(id)) for (const child of children) wanted.add(child);
  }
  let [busy, own, before] = [0, 0, 0];
  for (const id of samples) {
    const name = byId.get(id)?.callFrame.functionName;
    if (name === '(idle)') continue;
    const place = name === '(garbage collector)' ? before : id;
    before = place;
    busy += 1;
    if (wanted.has(place)) own += 1;
  }
  return own / busy;
}
