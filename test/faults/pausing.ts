/** Faults that last for a while: nodes that are frozen or disconnected, and a full disk. Then everything continues. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CutNetwork } from './cut-network.ts';
import type { FragileNode } from './node.ts';
import type { SmallDisk } from './small-disk.ts';

/** API nodes come first, then workers. */
export const nodesEach = 2;
const lookEveryMs = 20;
const pausedMs = 12_000;
const fillEveryMs = 50;

export interface Pausing {
  /** False: it is not ready, or is already frozen. */
  begin(kind: 'frozen' | 'cut-off', index: number): boolean;
  isPaused(node: FragileNode): boolean;
  isAny(): boolean;
  over(): Promise<void>;
  /** All continue at once. */
  end(): void;
}

/** One node of each kind is frozen at a time; longer than a silent transaction is kept, and longer than a lease. */
export function pausing(nodes: readonly FragileNode[], networks: readonly CutNetwork[]): Pausing {
  const going = new Map<FragileNode, () => void>();
  return {
    begin(kind, index) {
      const [node, network] = [nodes[index], networks[index]];
      const isOfKind = (other: FragileNode) => nodes.indexOf(other) < nodesEach === index < nodesEach;
      if (!node?.isReady() || !network || [...going.keys()].some(isOfKind)) return false;
      const wake = () => {
        clearTimeout(timer);
        going.delete(node);
        network.mend();
        node.thaw();
      };
      const timer = setTimeout(wake, pausedMs);
      going.set(node, wake);
      if (kind === 'cut-off') network.cut();
      else node.freeze();
      return true;
    },
    isPaused: (node) => going.has(node),
    isAny: () => going.size > 0,
    async over() {
      while (going.size > 0) await pause(lookEveryMs);
    },
    end() {
      for (const wake of [...going.values()]) wake();
    },
  };
}

/** What others free meanwhile is used up at once. */
export function filling(disk: SmallDisk | null) {
  let going: Promise<void> | null = null;

  async function keepFull(ms: number): Promise<void> {
    if (!disk) return;
    for (const until = performance.now() + ms; performance.now() < until; await pause(fillEveryMs)) await disk.fill();
    await disk.free();
    going = null;
  }

  return {
    /** False: there is no such disk, or it is full already. */
    begin(ms: number): boolean {
      if (!disk || going) return false;
      going = keepFull(ms);
      return true;
    },
    isFull: () => going !== null,
    over: async () => going,
  };
}
