/** Goes on with accounts that are being filled or emptied, whoever asked for it and wherever. */
import type { Database } from '../database/database.ts';
import { workOnOne } from '../sandboxes/making.ts';

export interface AccountMaking {
  stop(): Promise<void>;
}

const everyMs = 500;

export function startAccountMaking(options: {
  readonly database: Database;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}): AccountMaking {
  let isStopping = false;
  let running: Promise<void> | undefined;
  const parts = { ...options, isStopping: () => isStopping };
  const workOnAll = async () => {
    while (!isStopping && (await workOnOne(parts)));
  };
  const timer = setInterval(() => {
    running ??= workOnAll()
      .catch(options.onError)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
