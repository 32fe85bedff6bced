/**
 * Verifies that a delivery comes from the account and is unaltered. Every delivery has two signatures; one valid
 * signature is enough. Several secrets may be given, so a rotation needs no pause. WebCrypto compares signatures in
 * constant time, and the code runs in Node, in browsers and in edge workers.
 */
import type { Read } from '@muster/contract/kit/resource.ts';
import type { Resources } from '@muster/contract/resources.ts';
import { MusterError } from './errors.ts';

/** An event as it is delivered: as in the list, without `links` and `embedded`. */
export type WebhookEvent = Omit<Read<Resources['events']>, 'links' | 'embedded'>;

/** The types of the data of events: one for each resource, or several if its rows have different types. */
export type DataType = { [K in keyof Resources]: Read<Resources[K]>['type'] }[keyof Resources];

type ResourceOfType<T extends DataType> = {
  [K in keyof Resources]: T extends Read<Resources[K]>['type'] ? Resources[K] : never;
}[keyof Resources];
type ShownInEvents<T extends DataType> = Omit<Read<ResourceOfType<T>>, 'links' | 'embedded'>;

/** An event about a resource of one type, with its members. */
export type EventAbout<T extends DataType> = Omit<WebhookEvent, 'data' | 'previousAttributes'> & {
  readonly data: ShownInEvents<T>;
  readonly previousAttributes?: Partial<ShownInEvents<T>>;
};

/** Narrows an event of a delivery or of the feed to one type: `isAbout(event, 'employee')`. */
export const isAbout = <T extends DataType>(event: Pick<WebhookEvent, 'data'>, type: T): event is EventAbout<T> =>
  event.data.type === type;

export type WebhookRefusal =
  | 'headers-missing'
  | 'timestamp-invalid'
  | 'timestamp-too-old'
  | 'timestamp-too-new'
  | 'signature-wrong'
  | 'body-invalid';

/** The delivery cannot be trusted, for this `reason`; a receiver responds 401. */
export class WebhookVerificationError extends MusterError {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface WebhookDelivery {
  /** The headers of the request, from `fetch` or Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Exactly as received: the signature covers the bytes, not JSON that was parsed and serialized again. */
  readonly body: string | Uint8Array;
  /** `whsec_…`; during a rotation the old and the new secret. */
  readonly secrets: string | readonly string[];
  readonly now?: number | Date;
  /** The largest difference between the time of sending and now, in both directions; 300 unless stated. */
  readonly toleranceSeconds?: number;
}

const toleranceSecondsDefault = 300;

/** Returns the event if the delivery can be trusted; throws `WebhookVerificationError` otherwise. */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const secrets = [delivery.secrets].flat();
  if (secrets.length === 0 || secrets.includes(''))
    throw new TypeError('A webhook is verified by at least one secret.');
  const body = typeof delivery.body === 'string' ? encoder.encode(delivery.body) : delivery.body;
  const signatures = signaturesIn(headersOf(delivery.headers));
  if (signatures.length === 0) {
    throw new WebhookVerificationError('headers-missing', 'The request carries no complete signature of a delivery.');
  }
  let refusal: WebhookVerificationError | null = null;
  for (const signature of signatures) {
    refusal = lateness(signature, delivery) ?? (await mismatch(signature, body, secrets));
    if (refusal === null) return eventIn(body);
  }
  throw refusal;
}

const encoder = new TextEncoder();

/** The content of one family of signature headers. */
interface Signature {
  readonly sentAtMs: number;
  /** One of these must match. */
  readonly candidates: readonly string[];
  /** The text before the body in the signed text. */
  readonly prefix: string;
  readonly keyOf: (secret: string) => Uint8Array | null;
}

type HeaderLookup = (name: string) => string | null;

function headersOf(headers: WebhookDelivery['headers']): HeaderLookup {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]));
  return (name) => byName.get(name) ?? null;
}

function signaturesIn(header: HeaderLookup): Signature[] {
  return [standardSignature(header), ownSignature(header)].filter((one) => one !== null);
}

/** `webhook-id`, `webhook-timestamp`, `webhook-signature`, as in the Standard Webhooks specification. */
function standardSignature(header: HeaderLookup): Signature | null {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(`webhook-${name}`));
  if (!id || !timestamp || !signatures) return null;
  return {
    sentAtMs: /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN,
    candidates: signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice('v1,'.length)] : [])),
    prefix: `${id}.${timestamp}.`,
    keyOf: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
  };
}

/** `Svc-Timestamp`, `Svc-Signature`. */
function ownSignature(header: HeaderLookup): Signature | null {
  const [timestamp, signature] = [header('svc-timestamp'), header('svc-signature')];
  if (!timestamp || !signature) return null;
  return {
    sentAtMs: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN,
    candidates: [signature],
    prefix: `${timestamp}.`,
    keyOf: (secret) => encoder.encode(secret),
  };
}

function lateness(
  { sentAtMs }: Signature,
  { now = Date.now(), toleranceSeconds = toleranceSecondsDefault }: WebhookDelivery,
): WebhookVerificationError | null {
  if (Number.isNaN(sentAtMs)) {
    return new WebhookVerificationError('timestamp-invalid', 'The moment of sending has a form that no delivery has.');
  }
  const ageMs = Number(now) - sentAtMs;
  if (Math.abs(ageMs) <= toleranceSeconds * 1000) return null;
  return ageMs > 0
    ? new WebhookVerificationError('timestamp-too-old', 'The request was sent too long ago: it may be a repetition.')
    : new WebhookVerificationError('timestamp-too-new', 'The request was sent in the future: check the clock.');
}

async function mismatch(
  { candidates, prefix, keyOf }: Signature,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<WebhookVerificationError | null> {
  const signed = joined(encoder.encode(prefix), body);
  const digests = candidates.flatMap((text) => fromBase64(text) ?? []);
  for (const secret of secrets) {
    const bytes = keyOf(secret);
    if (bytes === null) continue;
    const key = await crypto.subtle.importKey('raw', bytes as BufferSource, hmac, false, ['verify']);
    for (const digest of digests) {
      if (await crypto.subtle.verify('HMAC', key, digest as BufferSource, signed as BufferSource)) return null;
    }
  }
  return new WebhookVerificationError('signature-wrong', 'No secret makes the signature of this request.');
}

const hmac = { name: 'HMAC', hash: 'SHA-256' };

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Null if the text is empty or not base64. */
function fromBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text);
    return binary === '' ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (event?.type === 'event' && typeof event.id === 'string' && typeof event.topic === 'string') return event;
  } catch {
    // Reported below, like anything else that is not an event.
  }
  throw new WebhookVerificationError('body-invalid', 'The signature is right, but the body is no event.');
}
