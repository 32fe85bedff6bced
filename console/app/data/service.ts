/**
 * The service for the console: the normal client, on the address of the page, without a token; the session cookie
 * identifies the person. Nothing else in the console calls `fetch`.
 */
import { type Collection, collection, type UniformMethods, uniform } from '@muster/client/collection.ts';
import type { Wire } from '@muster/client/exchange.ts';
import { retryPolicy, systemClock } from '@muster/client/retry.ts';
import { type Send, transport } from '@muster/client/transport.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { sessionEnded } from './cache.ts';
import { isSignedOut, OfflineError, OtherPersonError } from './problems.ts';
import { isTakenOver } from './tab-person.ts';

export const baseUrl = window.location.origin;

/** A person is waiting: a slow response is shown as a failure. */
export const wire: Wire = {
  fetch: window.fetch.bind(window),
  clock: systemClock,
  policy: { ...retryPolicy, attemptsMax: 3, totalMs: 10_000 },
  timeoutMs: 30_000,
};

export const noToken = () => null;

const sendNow: Send = transport(wire, baseUrl, noToken);

/**
 * Offline, a change fails at once: it must not wait for the network, because the person may cancel it meanwhile. For what
 * signs in and what proves who somebody is: refused, it says nothing of the session.
 */
export const sendProof: Send = async (request) => {
  const isChange = request.method !== 'GET';
  if (isChange && !navigator.onLine) throw new OfflineError('There is no network.');
  if (isChange && isTakenOver()) throw new OtherPersonError('Somebody else has signed in in another tab.');
  return sendNow(request);
};

/** Whatever is refused for want of a session ends it, also a step of a longer work that no cache knows of. */
export const send: Send = async (request) => {
  try {
    return await sendProof(request);
  } catch (error) {
    if (isSignedOut(error)) sessionEnded.dispatchEvent(new Event('ended'));
    throw error;
  }
};

/** The methods of a resource, typed by its declaration. `ownerId` is the id of the parent, if there is one. */
export const serviceOf = <R extends Resource>(resource: R, ownerId?: string): Collection<R> =>
  collection(resource, send, ownerId);

/** For code that serves any resource: the caller must know that it has the operation. */
export const methodsOf = <R extends Resource>(resource: R, ownerId?: string): UniformMethods<R> =>
  uniform(resource, send, ownerId);
