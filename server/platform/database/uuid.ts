/** UUIDs of version 7: ordered by their time, and unguessable. */
import { randomBytes } from 'node:crypto';

export function uuidAt(moment: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(moment.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
