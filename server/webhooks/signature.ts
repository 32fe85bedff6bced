/**
 * The signature headers of a delivery, in two families: `Svc-Signature`, with the whole text of the secret as its key,
 * and that of Standard Webhooks, with the decoded bytes of the secret.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

export interface SigningSecret {
  readonly text: KeyObject;
  readonly bytes: KeyObject;
}

const prefix = 'whsec_';

/** The format that receivers of both signature families accept: the prefix, and base64 of the key. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Prepared once for many signatures. */
export const signingSecret = (secret: string): SigningSecret => ({
  text: createSecretKey(secret, 'utf8'),
  bytes: createSecretKey(secret.slice(prefix.length), 'base64'),
});

export interface Signed {
  /** The same for every attempt. */
  readonly id: string;
  readonly moment: Date;
  readonly body: Buffer;
}

/** `secrets` are the active ones, newest first: at least one. */
export function signatureHeaders({ id, moment, body }: Signed, secrets: readonly SigningSecret[]) {
  const seconds = Math.floor(moment.getTime() / 1000);
  const instant = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  // With two active secrets, a receiver may only know the older one, and this family has room for one signature.
  const oldest = secrets.at(-1) as SigningSecret;
  const standard = secrets.map(({ bytes }) => `v1,${digest(bytes, `${id}.${seconds}.`, body)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
    'svc-timestamp': instant,
    'svc-signature': digest(oldest.text, `${instant}.`, body),
  };
}

const digest = (key: KeyObject, before: string, body: Buffer): string =>
  createHmac('sha256', key).update(before).update(body).digest('base64');
