/** Starts the work that requests leave to the background. */
import { byService } from '@muster/contract/author.ts';
import type { Connections } from './connections.ts';
import type { KeptFiles } from './files/kept-files.ts';
import type { AddressBook } from './identity/accounts/addresses.ts';
import { liveClients } from './identity/auth/clients.ts';
import type { DayRollover } from './people/day-rollover.ts';
import type { ServiceOptions } from './service-options.ts';
import { standardLimits } from './webhooks/limits.ts';
import { startAccountMaking } from './worker/account-provisioning.ts';
import { startDayWatch } from './worker/day-watch.ts';
import { startErasures } from './worker/erasures.ts';
import { startImports } from './worker/imports.ts';
import { startLeaveRecounts } from './worker/leave-recounts.ts';
import { startSubjectExports } from './worker/subject-exports.ts';

interface WorkParts {
  readonly addresses: AddressBook;
  readonly files: KeptFiles;
  readonly days: DayRollover;
  /** There are new events. */
  readonly wake: () => void;
}

export function startWork(
  { now, logger, role, ledger, webhooks }: ServiceOptions,
  { provisioning, workers, imports, subjectExports }: Connections,
  { addresses, files, days, wake }: WorkParts,
): { stop(): Promise<void> } {
  const { attemptMs } = webhooks?.limits ?? standardLimits;
  const logging = (sentence: string) => (error: unknown) => logger.error({ err: error }, sentence);
  const all = [
    startDayWatch(days, logging('a day that began was not noticed')),
    startImports({
      // A node that only serves requests leaves files to workers, as it does with webhooks.
      isRunning: role !== 'api',
      database: imports,
      clients: liveClients({ database: imports, now }),
      addresses,
      files,
      beforeReading: days.beforeReading,
      onChange: (accountId) => {
        days.forget(accountId);
        wake();
      },
      onError: logging('an import could not go on'),
    }),
    startSubjectExports({
      isRunning: role !== 'api',
      database: subjectExports,
      addresses,
      files,
      beforeReading: days.beforeReading,
      onError: logging('an archive about a person could not be made'),
    }),
    startErasures({
      isRunning: role !== 'api',
      database: provisioning.by(byService('erasures')),
      files,
      ledger: ledger ?? null,
      attemptMs,
      onChange: (accountId) => {
        days.forget(accountId);
        wake();
      },
      onError: logging('a person could not be erased'),
    }),
    startLeaveRecounts({
      database: workers.by(byService('leave-recounts')),
      onChange: wake,
      onError: logging('leaves could not be counted again'),
    }),
    startAccountMaking({
      database: provisioning.by(byService('provisioning')),
      now,
      onError: logging('an account could not be filled or emptied'),
    }),
  ];
  return {
    async stop() {
      for (const one of all) await one.stop();
    },
  };
}
