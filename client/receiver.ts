/**
 * A receiver of deliveries: verifies each, answers 202 as soon as it is kept, drops repeats, and passes events on one
 * by one in the order of `occurredAt`.
 *
 * What it promises of the order: an event is held for `windowMs` after its arrival, and is handed over after every
 * earlier one that has arrived by then. One that arrives still later is handed over too, marked `isLate`.
 * What it promises of loss: as much as the inbox. An event that `onEvent` fails on is handed over again, before others.
 */
import { type Inbox, keyOf, memoryInbox, type Waiting } from './inbox.ts';
import { verifyWebhook, type WebhookDelivery, type WebhookEvent, WebhookVerificationError } from './webhooks.ts';

export interface HandedOver {
  /** An event that occurred after this one has been handed over already. */
  readonly isLate: boolean;
  /** From 1; more when `onEvent` has failed on it before. */
  readonly attempt: number;
}

export interface ReceiverOptions {
  /** Those to accept now; a function is asked for each delivery, so that a rotation needs no restart. */
  readonly secrets:
    | WebhookDelivery['secrets']
    | (() => WebhookDelivery['secrets'] | Promise<WebhookDelivery['secrets']>);
  /** Ignores topics that it does not know. What it throws is asked to `onError`, and the event comes again. */
  readonly onEvent: (event: WebhookEvent, handed: HandedOver) => void | Promise<void>;
  readonly onError?: (error: unknown) => void;
  readonly inbox?: Inbox;
  /** 2 seconds unless stated; 0 passes events on at once. */
  readonly windowMs?: number;
  readonly toleranceSeconds?: number;
  /** 5 MB unless stated. */
  readonly bodyBytesMax?: number;
  readonly now?: () => number;
}

export interface Receiver {
  /** For whatever speaks `fetch`: Node, Deno, Bun, workers at the edge. */
  handle(request: Request): Promise<Response>;
  /** Passes on what the inbox still holds from before, without waiting for a delivery. */
  resume(): void;
  /** Passes on everything that waits, at once. */
  flush(): Promise<void>;
  /** Ends the handing over; what waits stays in the inbox. */
  stop(): Promise<void>;
}

const windowMsDefault = 2000;
const bodyBytesMaxDefault = 5_000_000;
/** After a failure of `onEvent`. */
const retryMs = 1000;
const retryMsMax = 60_000;

export function webhookReceiver(options: ReceiverOptions): Receiver {
  const { now = Date.now, inbox = memoryInbox(), windowMs = windowMsDefault } = options;
  const handing = handingOver({ ...options, inbox, windowMs, now });

  async function deliver(request: Request): Promise<Response> {
    const body = await bytesOf(request, options.bodyBytesMax ?? bodyBytesMaxDefault);
    if (body === null) return answer(413);
    const secrets = typeof options.secrets === 'function' ? await options.secrets() : options.secrets;
    const { toleranceSeconds } = options;
    const event = await verifyWebhook({
      headers: request.headers,
      body,
      secrets,
      now: now(),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
    if (await inbox.add(keyOf(event), { event, arrivedAtMs: now() })) handing.wake(windowMs);
    return answer(202);
  }

  return {
    async handle(request) {
      const echo = request.method === 'GET' ? new URL(request.url).searchParams.get('echo') : null;
      if (echo !== null) return new Response(echo, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
      if (request.method !== 'POST') return answer(405, { allow: 'POST' });
      try {
        return await deliver(request);
      } catch (error) {
        if (error instanceof WebhookVerificationError) return answer(401);
        options.onError?.(error);
        // Not kept, so not accepted: the sender comes again.
        return answer(503, { 'retry-after': '5' });
      }
    },
    resume: () => handing.wake(0),
    flush: handing.flush,
    stop: handing.stop,
  };
}

const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers });

/** Null when there are more than allowed; the rest is not read. */
async function bytesOf(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

interface Handing {
  wake(ms: number): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

type HandingOptions = Pick<ReceiverOptions, 'onEvent' | 'onError'> &
  Required<Pick<ReceiverOptions, 'inbox' | 'windowMs' | 'now'>>;

function handingOver({ inbox, windowMs, now, onEvent, onError }: HandingOptions): Handing {
  const handedUpTo = new Map<string, WebhookEvent>();
  const attempts = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function handOver(event: WebhookEvent): Promise<void> {
    const key = keyOf(event);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const last = handedUpTo.get(event.source);
    const isLate = last !== undefined && isBefore(event, last);
    await onEvent(event, { isLate, attempt });
    await inbox.done(key);
    attempts.delete(key);
    if (!isLate) handedUpTo.set(event.source, event);
  }

  /** Looks again after each event: an earlier one may have arrived while it was handled. */
  async function handOverDue(heldMs: number): Promise<void> {
    while (!isStopped) {
      const waiting = await inbox.waiting();
      const next = nextDue(waiting, now() - heldMs);
      if (next === null) {
        const soonest = Math.min(...waiting.map(({ arrivedAtMs }) => arrivedAtMs + windowMs - now()));
        if (waiting.length > 0) wake(Math.max(0, soonest));
        return;
      }
      try {
        await handOver(next.event);
      } catch (error) {
        onError?.(error);
        const failures = attempts.get(keyOf(next.event)) ?? 1;
        return wake(Math.min(retryMs * 2 ** (failures - 1), retryMsMax));
      }
    }
  }

  const run = (heldMs: number): Promise<void> => {
    running = running.then(() => handOverDue(heldMs)).catch((error) => onError?.(error));
    return running;
  };

  function wake(ms: number): void {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void run(windowMs);
    }, ms);
  }

  return {
    wake,
    flush: () => run(0),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The earliest event of all, as soon as it or a later one has been held for long enough. */
function nextDue(waiting: readonly Waiting[], arrivedUntilMs: number): Waiting | null {
  const isAnyDue = waiting.some(({ arrivedAtMs }) => arrivedAtMs <= arrivedUntilMs);
  if (!isAnyDue) return null;
  return waiting.reduce((first, one) => (isBefore(one.event, first.event) ? one : first));
}

/** Moments of events have equal lengths, so they compare as texts; among equals the numbers decide. */
const isBefore = (one: WebhookEvent, other: WebhookEvent): boolean =>
  one.occurredAt === other.occurredAt ? BigInt(one.id) < BigInt(other.id) : one.occurredAt < other.occurredAt;
