/** Which fault made a receiver get an event again. */
import type { Target } from './installation.ts';
import type { Subscription } from './receipts.ts';

export interface Fault {
  readonly target: Target;
  readonly atMs: number;
}

/** What arrived this long before a fault may not have been stored: requests of a busy machine take longer. */
const marginMs = 150;
/** Nodes of these send no events. */
const isHarmless = ({ target }: Fault): boolean => target.endsWith('api');

/** The first fault after the event had arrived; a pause that had begun before it; `none`, which would be a defect. */
export function causeOf(
  { firstAtMs, againAtMs }: Subscription['repeated'][number],
  faults: readonly Fault[],
): Target | 'none' {
  const between = faults.filter(({ atMs }) => atMs > firstAtMs - marginMs && atMs < againAtMs);
  const cause = between.find((fault) => !isHarmless(fault)) ?? faults.findLast((fault) => isPauseAt(fault, firstAtMs));
  return cause?.target ?? between[0]?.target ?? 'none';
}

const pausedMs = 12_000;
const isPauseAt = ({ target, atMs }: Fault, ms: number): boolean =>
  / worker|disk/.test(target) && atMs <= ms && ms < atMs + pausedMs;

/** The number of each cause, the largest first. */
export function causesOf(subscriptions: readonly Subscription[], faults: readonly Fault[]): Record<string, number> {
  const causes = subscriptions.flatMap(({ repeated }) => repeated.map((one) => causeOf(one, faults)));
  const counts = [...Map.groupBy(causes, (cause) => cause)].map(([cause, all]) => [cause, all.length] as const);
  return Object.fromEntries(counts.toSorted(([, one], [, other]) => other - one));
}
