/** Continues work on accounts that are being filled or emptied, whichever node it was requested on. */

import { workOnOne } from '../admin/sandboxes/provisioning.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';

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
  const parts = { ...options, isStopping: () => isStopping };
  const workOnAll = async () => {
    while (!isStopping && (await workOnOne(parts)));
  };
  const repeated = repeat(everyMs, workOnAll, options.onError);
  return {
    stop() {
      isStopping = true;
      return repeated.stop();
    },
  };
}
