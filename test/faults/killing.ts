/** The faults of a run, one after the other, in the order of its seed. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Dice, dice } from '../../demo/dice.ts';
import type { Fault } from './duplicates.ts';
import type { Installation, Target } from './installation.ts';
import type { Ledger } from './ledger.ts';

export interface KillingOptions {
  readonly seed: number;
  readonly kills: number;
  /** The longest pause between two kills. */
  readonly killPauseMs: number;
  /** No kill after this time. */
  readonly boundMs: number;
  readonly onKill?: (target: Target, count: number) => void;
  /** These come first, independent of the seed. */
  readonly first?: readonly Target[];
}

const lookEveryMs = 20;

/** Out of a hundred faults. */
const shares: Readonly<Record<Target, number>> = {
  ...{ api: 24, worker: 24, backend: 15, postmaster: 11, machine: 2 },
  ...{ 'frozen api': 5, 'frozen worker': 5, 'cut-off api': 5, 'cut-off worker': 5, 'full disk': 4 },
};

/** Kills in the order of the seed, each while changes are acknowledged: a stopped service cannot lose anything. */
export async function killAll(installation: Installation, ledger: Ledger, options: KillingOptions): Promise<Fault[]> {
  const luck = dice(options.seed);
  const deadline = performance.now() + options.boundMs;
  const faults: Fault[] = [];
  while (faults.length < options.kills) {
    const drawnTarget = drawn(luck);
    const wished = options.first?.[faults.length] ?? drawnTarget;
    const target = wished === 'full disk' && !installation.hasDisk ? 'api' : wished;
    const choice = luck.below(1000);
    const before = ledger.acknowledgedCount;
    await pause(luck.below(options.killPauseMs));
    while (ledger.acknowledgedCount === before) {
      if (performance.now() > deadline) return faults;
      await pause(lookEveryMs);
    }
    let atMs = performance.now();
    for (; !(await installation.kill(target, choice)); atMs = performance.now()) {
      if (atMs > deadline) return faults;
      await pause(lookEveryMs);
    }
    faults.push({ target, atMs });
    options.onKill?.(target, faults.length);
  }
  return faults;
}

function drawn(luck: Dice): Target {
  let left = luck.below(100);
  for (const [target, share] of Object.entries(shares)) {
    if (left < share) return target as Target;
    left -= share;
  }
  return 'api';
}
