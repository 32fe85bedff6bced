/** Message authentication codes of texts that clients bring back: HMAC-SHA256, of which 132 bits are sent. */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Six bits a letter. */
export const macLength = 22;

/** The key is prepared once: making one of bytes costs more than the code itself. */
export function textMac(key: Buffer): (text: string) => string {
  const secret = createSecretKey(key);
  return (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, macLength);
}

/** In a time that does not tell where they differ. */
export function isSameText(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
