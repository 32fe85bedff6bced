/** Message authentication codes of texts that clients send back: HMAC-SHA256, truncated to 132 bits. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Six bits a letter. */
export const macLength = 22;

export const textMac =
  (key: KeyObject): ((text: string) => string) =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, macLength);

/** Compares in constant time. */
export function isSameText(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
