/** Continues work on accounts that are being filled or emptied, whichever node it was requested on. */

import { beginRemovals } from '../admin/sandboxes/closing.ts';
import { type ProvisioningParts, workOnOne } from '../admin/sandboxes/provisioning.ts';
import { repeat } from '../repeat.ts';
import type { WaitingWork } from './waiting-work.ts';

export interface AccountProvisioning {
  stop(): Promise<void>;
}

const everyMs = 500;

interface AccountProvisioningOptions extends Omit<ProvisioningParts, 'isStopping'> {
  /** Whether the machine's clock is trusted; otherwise no grace time ends. */
  readonly isClockTrusted: () => Promise<boolean>;
  /** Whether there is something to claim. */
  readonly waiting: WaitingWork;
}

export function startAccountProvisioning(options: AccountProvisioningOptions): AccountProvisioning {
  let isStopping = false;
  const parts = { ...options, isStopping: () => isStopping };
  const workOnAll = async () => {
    if (!(await options.waiting.has('accounts'))) return;
    await beginRemovals(options.database, options.now(), options.isClockTrusted);
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
