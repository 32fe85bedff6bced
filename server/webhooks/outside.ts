/**
 * External checks for requests about endpoints, before their transaction begins: a transaction must not wait for other
 * systems.
 */
import { randomBytes } from 'node:crypto';
import { refuseInsideTransaction } from '../platform/database/open-transaction.ts';
import { type AddressPermits, refusedAddress } from './address.ts';
import type { Sender } from './send.ts';

/** Each returns a sentence that describes the problem, or null. */
export interface Outside {
  /** Whether webhooks may call an address. */
  refusedAddress(url: string): Promise<string | null>;
  /** Whether the receiver at an address confirms that it wants to be called. */
  refusedEcho(url: string): Promise<string | null>;
}

const echoMs = 10_000;

export const outside = (permits: AddressPermits, sender: Sender): Outside => ({
  refusedAddress: beforeTransactions((url) => refusedAddress(url, permits)),
  refusedEcho: beforeTransactions((url) => refusedEcho(url, sender)),
});

const beforeTransactions = (ask: (url: string) => Promise<string | null>) => async (url: string) => {
  refuseInsideTransaction('an address elsewhere');
  return ask(url);
};

/** The receiver must return the challenge as plain text. */
async function refusedEcho(address: string, sender: Sender): Promise<string | null> {
  const text = randomBytes(24).toString('base64');
  const url = new URL(address);
  url.searchParams.append('echo', text);
  const { status, body, contentType } = await sender.send({
    url: url.href,
    method: 'GET',
    headers: { accept: 'text/plain', 'user-agent': 'svc-webhooks/1' },
    body: null,
    limitMs: echoMs,
    isBodyWanted: true,
  });
  const isEchoed = status === 200 && /^text\/plain\b/i.test(contentType ?? '') && body.trim() === text;
  return isEchoed ? null : 'Must answer GET …?echo=<text> with 200, text/plain and that text, within 10 seconds.';
}
