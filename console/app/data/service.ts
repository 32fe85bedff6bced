/**
 * The service as the console reaches it: the same client as everybody's, on the address of the page, without a token —
 * the cookie of the session speaks for the person. Nothing else in the console calls `fetch`.
 */
import { type Collection, collection, type UniformMethods, uniform } from '@muster/client/collection.ts';
import type { Wire } from '@muster/client/exchange.ts';
import { retryPolicy, systemClock } from '@muster/client/retry.ts';
import { type Send, transport } from '@muster/client/transport.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';

export const baseUrl = window.location.origin;

/** Somebody is waiting in front of the screen: an answer that does not come soon is a failure to be shown. */
export const wire: Wire = {
  fetch: window.fetch.bind(window),
  clock: systemClock,
  policy: { ...retryPolicy, attemptsMax: 3, totalMs: 10_000 },
  timeoutMs: 30_000,
};

export const noToken = () => null;

export const send: Send = transport(wire, baseUrl, noToken);

/** The methods of a resource, as typed as its declaration. `ownerId` where the collection lies inside another. */
export const serviceOf = <R extends Resource>(resource: R, ownerId?: string): Collection<R> =>
  collection(resource, send, ownerId);

/** The same for code that serves any resource: that one offers an operation is for its caller to know. */
export const methodsOf = <R extends Resource>(resource: R, ownerId?: string): UniformMethods<R> =>
  uniform(resource, send, ownerId);
