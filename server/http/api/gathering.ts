/**
 * Work of one kind that comes while more of it is under way gathers, and is then done together. In a group, a few go at once as
 * they come. Beyond them, two batches take turns: while one is done, the next one gathers.
 */

/** Does the work alone if few are under way, and otherwise with others of its group. */
export type Gathering<Work, Result> = (group: string, work: Work, alone: () => Promise<Result>) => Promise<Result>;

export interface GatheringOptions<Work, Result> {
  /** The results in the same order; an error is the failure of that one. */
  readonly together: (works: readonly Work[]) => Promise<readonly (Result | Error)[]>;
  /** How many are under way when the next one gathers. */
  readonly aloneMax: number;
  /** How long the first of a batch waits for those under way, which may wait for a lock. */
  readonly heldMs: number;
  readonly sizeMax: number;
}

interface Waiting<Work, Result> {
  readonly work: Work;
  readonly settle: (result: Result | Error) => void;
}

interface UnderWay {
  readonly size: number;
  readonly startedAtMs: number;
}

interface Group<Work, Result> {
  underWay: readonly UnderWay[];
  waiting: Waiting<Work, Result>[];
  timer: NodeJS.Timeout | undefined;
}

/** What takes longer waits for something that others need not wait for. */
const stuckMs = 500;

function movingIn({ underWay }: { readonly underWay: readonly UnderWay[] }): readonly UnderWay[] {
  const since = performance.now() - stuckMs;
  return underWay.filter(({ startedAtMs }) => startedAtMs > since);
}

export function gathering<Work, Result>(options: GatheringOptions<Work, Result>): Gathering<Work, Result> {
  const { together, aloneMax, heldMs, sizeMax } = options;
  const groups = new Map<string, Group<Work, Result>>();

  function groupOf(name: string): Group<Work, Result> {
    const found = groups.get(name) ?? { underWay: [], waiting: [], timer: undefined };
    groups.set(name, found);
    return found;
  }

  async function counted<Done>(name: string, size: number, work: () => Promise<Done>): Promise<Done> {
    const group = groupOf(name);
    const one = { size, startedAtMs: performance.now() };
    group.underWay = [...group.underWay, one];
    try {
      return await work();
    } finally {
      group.underWay = group.underWay.filter((other) => other !== one);
      if (movingIn(group).length <= 1) sendWaiting(name, group);
      if (group.underWay.length === 0 && group.waiting.length === 0) groups.delete(name);
    }
  }

  function sendWaiting(name: string, group: Group<Work, Result>): void {
    clearTimeout(group.timer);
    group.timer = undefined;
    const { waiting } = group;
    group.waiting = [];
    for (let sent = 0; sent < waiting.length; sent += sizeMax) {
      void send(name, waiting.slice(sent, sent + sizeMax));
    }
  }

  async function send(name: string, batch: readonly Waiting<Work, Result>[]): Promise<void> {
    const results = await counted(name, batch.length, () => together(batch.map(({ work }) => work))).catch(
      (error: Error) => batch.map(() => error),
    );
    for (const [index, { settle }] of batch.entries()) settle(results[index] as Result | Error);
  }

  return (name, work, alone) => {
    const group = groupOf(name);
    const count = movingIn(group).reduce((sum, { size }) => sum + size, 0);
    if (group.waiting.length === 0 && count < aloneMax) return counted(name, 1, alone);
    return new Promise((resolve, reject) => {
      group.timer ??= setTimeout(() => sendWaiting(name, group), heldMs);
      group.waiting.push({ work, settle: (result) => (result instanceof Error ? reject(result) : resolve(result)) });
    });
  };
}
