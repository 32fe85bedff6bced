/** Sends the audit trail of all accounts to a syslog receiver, from one process at a time. */

import type { Database } from '../platform/database/database.ts';
import type { SyslogTarget } from '../settings/syslog.ts';
import { followTrail } from './follow.ts';
import { sendSyslog } from './syslog.ts';

export interface TrailSending {
  stop(): Promise<void>;
}

export interface TrailOptions {
  readonly database: Database;
  /** Null: nothing is sent. */
  readonly target: SyslogTarget | null;
  readonly onError: (error: unknown) => void;
}

/** The name of the positions of the service; those of commands have other names. */
const follower = 'syslog';

export function startTrail({ database, target, onError }: TrailOptions): TrailSending {
  if (!target) return { stop: async () => undefined };
  const stopping = new AbortController();
  const following = followTrail({
    database,
    follower,
    accountId: null,
    isFromOldest: false,
    send: (messages) => sendSyslog(target, messages),
    onError,
    signal: stopping.signal,
  });
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
