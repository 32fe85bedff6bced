/**
 * Logs which stored values cannot be decrypted: each at most once an hour, however often it is read. The line names the
 * location (account, type, id, member) and no content.
 */
import type { Logger } from 'pino';
import { leastRecentlyUsed } from '../identity/auth/least-recently-used.ts';

const everyMs = 3_600_000;
/** With more values than this, some are logged again sooner. */
const namedMax = 10_000;

export function unreadableLog(logger: Logger, now: () => Date): (about: string) => void {
  const saidAtMs = leastRecentlyUsed<number>(namedMax);
  return (about) => {
    const nowMs = now().getTime();
    if (nowMs - (saidAtMs.get(about) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    saidAtMs.set(about, nowMs);
    logger.error({ about }, 'a stored value cannot be decrypted with the key of this installation');
  };
}
