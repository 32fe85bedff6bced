/** Which backup and which part of the log a restore needs. */
import type { Manifest, WalSegment } from './manifest.ts';
import { segmentsBetween } from './wal.ts';

export interface RestorePlan {
  readonly base: Manifest;
  readonly segments: readonly WalSegment[];
  /** Where the log is not applied any further; null: at its end. */
  readonly target: { readonly time: Date } | { readonly point: string } | null;
}

/** Of backups whose log has no gap: every moment in between can be restored. */
export interface Range {
  readonly from: string;
  readonly until: string;
}

/** To a moment, or, without one, to the end of the newest backup. */
export function planFor(manifests: readonly Manifest[], at: Date | null, place: string): RestorePlan {
  const newest = manifests.at(-1);
  if (!newest) throw new Error(`There is no backup in ${place}.`);
  if (at === null) return { base: newest, segments: segmentsFor(manifests, newest, newest), target: null };
  const moment = at.toISOString();
  const bases = manifests.filter(({ consistentAt }) => consistentAt <= moment).reverse();
  for (const base of bases) {
    const last = manifests.find(({ chain, until, id }) => chain === base.chain && id >= base.id && until >= moment);
    if (last) return { base, segments: segmentsFor(manifests, base, last), target: { time: at } };
  }
  const reached = rangesOf(manifests).map(({ from, until }) => `from ${from} to ${until}`);
  throw new Error(`The backups in ${place} do not reach ${moment}. They reach ${reached.join(', and ')}.`);
}

/** To the point at which the tables of a backup were counted. */
export const planForPoint = (manifests: readonly Manifest[], base: Manifest): RestorePlan => ({
  base,
  segments: segmentsFor(manifests, base, base),
  target: { point: base.point },
});

function segmentsFor(manifests: readonly Manifest[], base: Manifest, last: Manifest): WalSegment[] {
  const known = new Map(
    manifests
      .filter(({ chain, id }) => chain === base.chain && id >= base.id && id <= last.id)
      .flatMap(({ segments }) => segments.map((segment) => [segment.name, segment])),
  );
  return segmentsBetween(base.firstSegment, last.lastSegment).map((name) => {
    const segment = known.get(name);
    if (!segment) throw new Error(`The segment ${name} of the log, which backup ${base.id} needs, is in no backup.`);
    return segment;
  });
}

/** The moments that can be restored, chain by chain. */
export function rangesOf(manifests: readonly Manifest[]): readonly Range[] {
  const chains = [...new Set(manifests.map(({ chain }) => chain))];
  return chains.map((name) => {
    const all = manifests.filter(({ chain }) => chain === name);
    return { from: all[0]?.consistentAt ?? '', until: all.at(-1)?.until ?? '' };
  });
}
