/** Stores when credentials were last used, to the minute: a busy one costs one write a minute, in the background. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Database } from '../../platform/database/database.ts';
import { idIs, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { repeat } from '../../repeat.ts';

export interface Uses {
  note(accountId: string, id: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 5000;
const minuteMs = 60_000;

interface Use {
  readonly accountId: string;
  lastMs: number;
  writtenMs: number;
}

/** Longer than a use waits to be written. */
const forgottenMs = 10 * 60_000;

export function startUses(
  resource: Resource,
  {
    database,
    now,
    onError,
  }: {
    readonly database: Database;
    readonly now: () => Date;
    readonly onError: (error: unknown) => void;
  },
): Uses {
  const uses = new Map<string, Use>();
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    for (const [id, use] of uses) {
      const { accountId, lastMs, writtenMs } = use;
      if (lastMs - writtenMs < minuteMs) {
        // Quiet credentials are removed: the map holds active callers only.
        if (now().getTime() - lastMs > forgottenMs) uses.delete(id);
        continue;
      }
      use.writtenMs = lastMs;
      const session = database.session(accountId);
      // Another node may have written it already.
      const isNews = (place: (value: unknown) => string) =>
        `(last_used_at is null or last_used_at <= ${place(new Date(lastMs - minuteMs))}::timestamptz)`;
      await updateWithoutTimestamp(session, resource, [idIs(id), isNews], { lastUsedAt: new Date(lastMs) });
    }
  }

  function flush(): Promise<void> {
    running = running.then(write).catch(onError);
    return running;
  }

  const repeated = repeat(everyMs, flush, onError);
  return {
    note(accountId, id) {
      const lastMs = now().getTime();
      const known = uses.get(id);
      if (known) known.lastMs = lastMs;
      else uses.set(id, { accountId, lastMs, writtenMs: 0 });
    },
    flush,
    async stop() {
      await repeated.stop();
      await flush();
    },
  };
}
