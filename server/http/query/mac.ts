/** Message authentication codes of texts that clients send back: HMAC-SHA256, truncated to 132 bits. */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Six bits a letter. */
export const macLength = 22;

/** The key object is created once: creating it costs more than the code itself. */
export function textMac(key: Buffer): (text: string) => string {
  const secret = createSecretKey(key);
  return (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, macLength);
}

/** Compares in constant time. */
export function isSameText(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
