/** Batches of a group that follow each other: the next is sent when the one before it has ended, and gathers until then. */
export interface SerialBatches {
  /** Sends a batch of the group as soon as it may go. Further ones go with it: those that were too large for it. */
  schedule(send: () => void, group: string): void;
  run<Result>(group: string, work: () => Promise<Result>): Promise<Result>;
}

/** `heldMs`: the longest that a batch is held back, because the one before it may be slow. */
export function serialBatches(heldMs: number): SerialBatches {
  /** The last batch of each group that has not ended. */
  const underWay = new Map<string, Promise<unknown>>();
  const held = new Map<string, { readonly sends: (() => void)[]; readonly timer: NodeJS.Timeout }>();

  function release(group: string): void {
    const next = held.get(group);
    if (!next) return;
    held.delete(group);
    clearTimeout(next.timer);
    for (const send of next.sends) setImmediate(send);
  }

  return {
    schedule(send, group) {
      if (!underWay.has(group)) setImmediate(send);
      else if (held.has(group)) held.get(group)?.sends.push(send);
      else held.set(group, { sends: [send], timer: setTimeout(release, heldMs, group) });
    },
    async run(group, work) {
      const working = work();
      underWay.set(group, working);
      try {
        return await working;
      } finally {
        if (underWay.get(group) === working) underWay.delete(group);
        release(group);
      }
    },
  };
}
