/** The functions that a profile spent its time in, the largest share first. */
import type { Profiler } from 'node:inspector';

export interface Share {
  /** The function and its file. */
  readonly place: string;
  /** From 0 to 1, of the time in which the process was busy. */
  readonly part: number;
}

/** @param checkout the address of the folder that file names are relative to */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, checkout: string): Share[] {
  const placeOfNode = new Map(
    nodes.map(({ id, callFrame }) => [id, placeOf(callFrame.functionName, callFrame.url, checkout)]),
  );
  const times = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const place = placeOfNode.get(id) ?? '';
    if (place === '(idle)') continue;
    const time = timeDeltas[index] ?? 0;
    busy += time;
    times.set(place, (times.get(place) ?? 0) + time);
  }
  return [...times]
    .map(([place, time]) => ({ place, part: time / busy }))
    .toSorted((one, other) => other.part - one.part);
}

function placeOf(name: string, url: string, checkout: string): string {
  const file = url.replace(`${checkout}/`, '').replace(/^.*node_modules\//, '');
  return [name || '(anonymous)', file].filter((word) => word !== '').join(' ');
}
