/**
 * Sends events to a receiver like a delivery of the service: the same body, headers and signatures. While the receiver
 * is down an event is retried, and later ones wait; any other response is reported, and the next event follows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountAddress } from '@muster/server/identity/accounts/addresses.ts';
import { webhookIdOf } from '@muster/server/webhooks/attempt.ts';
import { type Outcome, openSender, type Sender } from '@muster/server/webhooks/send.ts';
import { signatureHeaders, signingSecret } from '@muster/server/webhooks/signature.ts';

export interface Forwarded {
  readonly status: number | null;
  /** null: the receiver responded. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** Before the next attempt; null if this was the last one. */
  readonly againInMs: number | null;
}

export interface Forwarding {
  /** True if the receiver responded, false if the signal came first. */
  forward(eventId: string, text: string, onTry: (tried: Forwarded) => void, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** The same as for a delivery. */
const limitMs = 10_000;
const firstPauseMs = 1000;
const longestPauseMs = 15_000;
/** Sent by a receiver, or by a proxy in front of it, that is temporarily unavailable. */
const downStatuses: readonly number[] = [429, 502, 503, 504];

export function forwardingTo(url: string, account: AccountAddress, secret: string): Forwarding {
  const secrets = [signingSecret(secret)];
  // On the machine of a developer any receiver may be called.
  const sender: Sender = openSender({ permits: { networks: ['0.0.0.0/0', '::/0'], isOwnHost: () => false } });
  const send = (eventId: string, body: Buffer): Promise<Outcome> => {
    const signed = signatureHeaders({ id: webhookIdOf(account, eventId), moment: new Date(), body }, secrets);
    const headers = { 'content-type': 'application/json', 'user-agent': 'svc-webhooks/1', ...signed };
    return sender.send({ url, method: 'POST', headers, body, limitMs });
  };
  return {
    async forward(eventId, text, onTry, signal) {
      const body = Buffer.from(text);
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        const { status, failureReason, durationMs } = await send(eventId, body);
        const isDown = status === null || downStatuses.includes(status);
        const failure = status === null ? failureReason : null;
        onTry({ status, failure, durationMs, againInMs: isDown ? pauseMs : null });
        if (!isDown) return true;
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return false;
      }
    },
    close: () => sender.close(),
  };
}
