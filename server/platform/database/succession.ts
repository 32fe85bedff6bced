/** Batches of a group that follow each other: the next is sent when the one before it has ended, and gathers until then. */
export interface Succession {
  /** Sends the next batch of the group as soon as it may go. Until then, the group has no other. */
  schedule(send: () => void, group: string): void;
  run<Result>(group: string, work: () => Promise<Result>): Promise<Result>;
}

/** `heldMs`: the longest that a batch is held back, because the one before it may be slow. */
export function succession(heldMs: number): Succession {
  /** The last batch of each group that has not ended. */
  const underWay = new Map<string, Promise<unknown>>();
  const held = new Map<string, { readonly send: () => void; readonly timer: NodeJS.Timeout }>();

  function release(group: string): void {
    const next = held.get(group);
    if (!next) return;
    held.delete(group);
    clearTimeout(next.timer);
    setImmediate(next.send);
  }

  return {
    schedule(send, group) {
      if (underWay.has(group)) held.set(group, { send, timer: setTimeout(release, heldMs, group) });
      else setImmediate(send);
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
