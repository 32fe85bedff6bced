/** Sends requests with limited concurrency, and collects violations in the responses. */
import { violationIn } from './judge.ts';
import type { Operation } from './operations.ts';
import { type FuzzRequest, requestAt } from './requests.ts';
import { type Outcome, senderTo } from './send.ts';
import type { Memory, Stage } from './stage.ts';

export interface Finding {
  readonly index: number;
  readonly violation: string;
  readonly request: FuzzRequest;
  readonly answer: string;
  readonly log: string | undefined;
}

export interface Report {
  readonly sent: number;
  readonly seconds: number;
  /** Took more than two seconds among others, but not alone. */
  readonly slow: number;
  readonly findings: readonly Finding[];
  /** By operation, by mutation, by caller: the number of each status. */
  readonly byOperation: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly byMutation: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly byStatus: ReadonlyMap<string, number>;
  readonly slowest: readonly { readonly ms: number; readonly request: FuzzRequest }[];
  /** After each fifth of the requests. */
  readonly memory: readonly Memory[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** These, one after the other, instead of random ones: few requests reach each of them. */
  readonly inTurn?: readonly Operation[];
  readonly onProgress?: (done: number, findings: number) => void;
  readonly onFinding?: (finding: Finding) => Promise<void>;
}

const atOnce = 16;
const hangMs = 2000;
const findingsMax = 50;
/** Callers are checked after this many requests: some requests remove rights. */
const batch = 2000;

export async function fuzz(stage: Stage, options: FuzzOptions): Promise<Report> {
  const { seed, from, count, inTurn = [], onProgress, onFinding } = options;
  const sender = senderTo(stage.url, atOnce);
  const tally = tallies();
  const findings: Finding[] = [];
  const slow: { request: FuzzRequest; ms: number }[] = [];
  const startedMs = performance.now();
  let done = 0;
  const memory: Memory[] = [];

  async function judge(request: FuzzRequest, outcome: Outcome): Promise<void> {
    tally.add(request, outcome);
    if (typeof outcome !== 'string' && outcome.ms > hangMs) slow.push({ request, ms: outcome.ms });
    const violation = violationIn(request, outcome);
    if (violation !== null) await note(request, violation, outcome);
  }

  async function note(request: FuzzRequest, violation: string, outcome: Outcome): Promise<void> {
    if (findings.length >= findingsMax) return;
    const text = typeof outcome === 'string' ? outcome : `${outcome.status} ${outcome.contentType}\n${outcome.text}`;
    const traceId = /"traceId":"([0-9a-f]{32})"/.exec(text)?.[1];
    const log = traceId === undefined ? undefined : await stage.failure(traceId);
    const finding = { index: request.index, violation, request, answer: text.slice(0, 5000), log };
    findings.push(finding);
    await onFinding?.(finding);
  }

  /** Slow requests are repeated alone: a busy machine is not a violation. */
  async function askAgain(): Promise<void> {
    for (const { request, ms } of slow) {
      let outcome = await sender.send(request);
      for (let tries = 0; tries < 2 && isHang(outcome); tries += 1) outcome = await sender.send(request);
      if (isHang(outcome)) await note(request, `It took ${Math.round(ms)} ms, and alone as well.`, outcome);
    }
  }

  for (let start = from; start < from + count; start += batch) {
    const end = Math.min(start + batch, from + count);
    let next = start;
    const work = async () => {
      while (next < end) {
        const index = next++;
        const request = requestAt(stage, seed, index, inTurn[index % inTurn.length]);
        await judge(request, await sender.send(request));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await renewCallers(stage);
    if (done >= (count / 5) * (memory.length + 1)) memory.push(await stage.memory());
    onProgress?.(done, findings.length);
  }
  await askAgain();
  sender.close();
  return {
    sent: count,
    slow: slow.length,
    seconds: (performance.now() - startedMs) / 1000,
    findings,
    memory,
    ...tally.result(),
  };
}

const isHang = (outcome: Outcome): boolean =>
  outcome === 'hung' || (typeof outcome !== 'string' && outcome.ms > hangMs);

/** A caller that lost its rights is replaced by one of its kind. */
async function renewCallers({ url, callers }: Stage): Promise<void> {
  for (const caller of callers) {
    const [path, headers] =
      caller.kind === 'key'
        ? ['/api/v3/users?fields=id&paging=0,1', caller.headers]
        : [
            caller.kind === 'person' ? '/admin-api/profile' : '/svc-api/schemas?limit=1',
            { ...caller.headers, 'api-version': '2024-11-01' },
          ];
    const { status } = await fetch(url + path, { headers });
    // A caller that cannot sign in now retries later.
    if (status === 401 || status === 403) await caller.renew().catch(() => undefined);
  }
}

function tallies() {
  const byOperation = new Map<string, Map<string, number>>();
  const byMutation = new Map<string, Map<string, number>>();
  const byStatus = new Map<string, number>();
  const slowest: { ms: number; request: FuzzRequest }[] = [];
  const count = (table: Map<string, Map<string, number>>, name: string, status: string) => {
    const row = table.get(name) ?? new Map<string, number>();
    table.set(name, row);
    row.set(status, (row.get(status) ?? 0) + 1);
  };
  return {
    add(request: FuzzRequest, outcome: Outcome): void {
      const status = typeof outcome === 'string' ? outcome : String(outcome.status);
      count(byOperation, request.operation.name, status);
      for (const name of request.mutations.length > 0 ? request.mutations : ['as it should be']) {
        count(byMutation, name, status);
      }
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (typeof outcome === 'string' || (slowest.at(-1)?.ms ?? 0) >= outcome.ms) {
        if (slowest.length >= 5 || typeof outcome === 'string') return;
      }
      slowest.push({ ms: outcome.ms, request });
      slowest.sort((one, other) => other.ms - one.ms);
      slowest.splice(5);
    },
    result: () => ({ byOperation, byMutation, byStatus, slowest }),
  };
}

/**
 * The caches of a new service are full after two fifths of a long run. What a leak holds is never given back: the lesser
 * of the last two measurements tells it from work that was under way in one of them.
 */
export function isFlat(memory: readonly Memory[]): boolean {
  const [, filled, ...later] = memory;
  const held = Math.min(...later.slice(-2).map(({ inUse }) => inUse));
  return filled !== undefined && later.length > 0 && held <= filled.inUse * 1.1 + 8 * 2 ** 20;
}
