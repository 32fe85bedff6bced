/**
 * A receiver of deliveries: verifies each, responds 202 when the inbox has stored it, drops repeats, and passes events
 * on one by one in the order of `occurredAt`.
 *
 * Order: an event is held for `windowMs` after its arrival, and is passed on after every earlier event that has arrived
 * by then. An event that arrives later is passed on too, marked `isLate`.
 * Loss: the receiver is as safe as its inbox. If `onEvent` fails, the event is passed on again, before others.
 */
import { type Inbox, keyOf, memoryInbox, type Waiting } from './inbox.ts';
import { verifyWebhook, type WebhookDelivery, type WebhookEvent, WebhookVerificationError } from './webhooks.ts';

export interface HandedOver {
  /** A later event has been passed on already. */
  readonly isLate: boolean;
  /** From 1; larger if `onEvent` has failed before. */
  readonly attempt: number;
}

export interface ReceiverOptions {
  /** The accepted secrets. A function is called for each delivery, so a rotation needs no restart. */
  readonly secrets:
    | WebhookDelivery['secrets']
    | (() => WebhookDelivery['secrets'] | Promise<WebhookDelivery['secrets']>);
  /** Must ignore unknown topics. If it throws, `onError` gets the error, and the event is passed on again. */
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
  /** For every runtime with `fetch`: Node, Deno, Bun, edge workers. */
  handle(request: Request): Promise<Response>;
  /** Passes on what the inbox still holds from before, without waiting for a delivery. */
  resume(): void;
  /** Passes on everything that waits, at once. */
  flush(): Promise<void>;
  /** Stops; waiting events stay in the inbox. */
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
        // The inbox has not stored it, so it is not accepted: the sender retries.
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

/** Null if there are more bytes than allowed; the rest is not read. */
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

  /** Checks again after each event: an earlier one may have arrived in the meantime. */
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

/** The earliest event, as soon as it or a later one has been held long enough. */
function nextDue(waiting: readonly Waiting[], arrivedUntilMs: number): Waiting | null {
  const isAnyDue = waiting.some(({ arrivedAtMs }) => arrivedAtMs <= arrivedUntilMs);
  if (!isAnyDue) return null;
  return waiting.reduce((first, one) => (isBefore(one.event, first.event) ? one : first));
}

/** Times of events have the same length, so they compare as text; ids decide between equal times. */
const isBefore = (one: WebhookEvent, other: WebhookEvent): boolean =>
  one.occurredAt === other.occurredAt ? BigInt(one.id) < BigInt(other.id) : one.occurredAt < other.occurredAt;
