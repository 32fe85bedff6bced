/**
 * How many requests of one caller are worked on at once. All requests share one thread: without a limit, a burst of one
 * caller is served before whatever comes after it. So the requests of a caller beyond its limit wait, at no cost but
 * their own memory, and those of others pass them.
 *
 * A caller is whoever shows the same credential, right or wrong, since nothing has been verified yet; without one it is
 * the address. A request counts until it is answered, or for `holdMs`: what takes longer waits for the database or for
 * events, and does not use the thread.
 */
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

interface Caller {
  active: number;
  readonly queue: Waiting[];
  /** A moving mean of the size of answers: the thread works for as long as they are large. */
  meanBytes: number;
  /** The share of its latest answers that said: too many requests. */
  refusedShare: number;
  usedAtMs: number;
}

interface Admitted {
  readonly caller: Caller;
  readonly atMs: number;
}

interface Waiting {
  readonly request: FastifyRequest;
  readonly atMs: number;
  readonly start: (refusal?: Problem) => void;
}

/** More than a client needs to keep its share of the database connections busy. */
const atOnceMax = 16;
/** Callers of answers larger than this get fewer at once, and at least two: one is built while the other is fetched. */
const usualBytes = 65_536;
const queuedMax = 2000;
const holdMs = 250;
const sweepMs = 20;
/** For how long is known how large the answers of a caller were. */
const rememberedMs = 10_000;

/**
 * Who is refused most of the time and asks on is heard one request at a time, fifty times a second: refusing costs the
 * thread nearly as much as answering.
 */
const isRefused = ({ refusedShare }: Caller): boolean => refusedShare > 0.5;
/** Of those who waited in vain, in one sweep: refusing them all at once would keep the thread from everybody else. */
const refusedPerSweep = 5;

function limitOf(caller: Caller): number {
  if (isRefused(caller)) return 1;
  if (caller.meanBytes <= usualBytes) return atOnceMax;
  return Math.max(2, Math.floor((atOnceMax * usualBytes) / caller.meanBytes));
}

const callerKey = ({ headers, ip }: FastifyRequest): string =>
  headers.authorization ?? headers.cookie ?? (headers['x-api-key'] as string | undefined) ?? ip;

export function limitBursts(app: FastifyInstance, { requestMs }: { readonly requestMs: number }): void {
  const callers = new Map<string, Caller>();
  /** In the order in which they were admitted. */
  const active = new Set<Admitted>();
  /** Those whose requests wait. */
  const waiting = new Set<Caller>();

  function admit({ request, start }: Waiting, caller: Caller): void {
    const admitted = { caller, atMs: performance.now() };
    caller.active += 1;
    active.add(admitted);
    request.admitted = admitted;
    start();
  }

  function release(admitted: Admitted): void {
    if (!active.delete(admitted)) return;
    const { caller } = admitted;
    caller.active -= 1;
    if (caller.queue.length > 0 && !isRefused(caller)) startWaiting();
  }

  let isStarting = false;

  function startWaiting(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      const hasMore = [...waiting].map(startNext).includes(true);
      if (hasMore) startWaiting();
    });
  }

  /** One of each caller in a turn of the loop, so that others are heard between them. Returns whether more may start. */
  function startNext(caller: Caller): boolean {
    const next = caller.active < limitOf(caller) ? caller.queue.shift() : undefined;
    // Without a socket nobody waits for the answer any more.
    if (next && !next.request.raw.destroyed) admit(next, caller);
    if (caller.queue.length === 0) waiting.delete(caller);
    return caller.queue.length > 0 && caller.active < limitOf(caller) && !isRefused(caller);
  }

  let forgetAtMs = 0;

  function sweep(): void {
    const nowMs = performance.now();
    for (const admitted of active) {
      if (nowMs - admitted.atMs < holdMs) break;
      release(admitted);
    }
    for (const caller of waiting) {
      const overdue = caller.queue.slice(0, refusedPerSweep).filter(({ atMs }) => nowMs - atMs > requestMs);
      for (const { start } of caller.queue.splice(0, overdue.length)) start(tooMany());
      if (isRefused(caller)) startNext(caller);
    }
    if (nowMs < forgetAtMs) return;
    forgetAtMs = nowMs + rememberedMs;
    for (const [key, { active: count, usedAtMs }] of callers) {
      if (count === 0 && nowMs - usedAtMs > rememberedMs) callers.delete(key);
    }
  }

  app.decorateRequest('admitted', null);
  app.addHook('onRequest', (request, _, done) => {
    // Who asks whether the service is well must not wait for those who make it ill.
    if (request.url.startsWith('/health/')) return done();
    const key = callerKey(request);
    const nowMs = performance.now();
    let caller = callers.get(key);
    if (!caller) {
      caller = { active: 0, queue: [], meanBytes: 0, refusedShare: 0, usedAtMs: nowMs };
      callers.set(key, caller);
    }
    caller.usedAtMs = nowMs;
    const own = { request, atMs: nowMs, start: done as Waiting['start'] };
    if (caller.queue.length === 0 && caller.active < limitOf(caller)) admit(own, caller);
    else if (caller.queue.length >= queuedMax) done(tooMany());
    else {
      caller.queue.push(own);
      waiting.add(caller);
    }
  });
  app.addHook('onResponse', ({ admitted }, reply, done) => {
    if (admitted) {
      const bytes = Number(reply.getHeader('content-length')) || 0;
      const { caller } = admitted;
      caller.meanBytes += (bytes - caller.meanBytes) * 0.3;
      caller.refusedShare += ((reply.statusCode === 429 ? 1 : 0) - caller.refusedShare) * 0.1;
      release(admitted);
    }
    done();
  });
  const timer = setInterval(sweep, sweepMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const tooMany = (): Problem =>
  new Problem('too-many-requests', detail('tooManyAtOnce', { seconds: 1 }), { headers: { 'retry-after': '1' } });
