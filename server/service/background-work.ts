/** Starts the work that requests leave to the background. */
import { byService } from '@muster/contract/author.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import { liveClients } from '../identity/auth/clients.ts';
import { startNodeWatch } from '../keys/node-watch.ts';
import { startRotationWork } from '../keys/rotation-work.ts';
import type { DayRollover } from '../people/day-rollover.ts';
import { standardLimits } from '../webhooks/limits.ts';
import { startAccountProvisioning } from '../worker/account-provisioning.ts';
import { startDayWatch } from '../worker/day-watch.ts';
import { startErasures } from '../worker/erasures.ts';
import { startImports } from '../worker/imports.ts';
import { startInvitationMails } from '../worker/invitation-mails.ts';
import { startLeaveRecounts } from '../worker/leave-recounts.ts';
import { startTextRewriting } from '../worker/rewrite-texts.ts';
import { startSubjectExports } from '../worker/subject-exports.ts';
import { type WaitingWork, waitingWork } from '../worker/waiting-work.ts';
import type { Connections } from './connections.ts';
import type { ServiceOptions } from './options.ts';

interface WorkParts {
  readonly addresses: AddressBook;
  readonly files: KeptFiles;
  readonly days: DayRollover;
  readonly clockTrust: { isTrusted(): Promise<boolean> };
  /** There are new events. */
  readonly wake: () => void;
}

export function startWork(
  options: ServiceOptions,
  connections: Connections,
  { addresses, files, days, clockTrust, wake }: WorkParts,
): { stop(): Promise<void>; silentMs(): number } {
  const { now, logger, role, ledger, webhooks } = options;
  const { provisioning, workers, imports, subjectExports, erasures } = connections;
  const { attemptMs } = webhooks?.limits ?? standardLimits;
  const logging = (sentence: string) => (error: unknown) => logger.error({ err: error }, sentence);
  const forget = (accountId: string) => {
    days.forget(accountId);
    wake();
  };
  let ranAtMs = performance.now();
  const sweep = async () => {
    await days.sweep();
    ranAtMs = performance.now();
  };
  const waiting = waitingWork(workers, now);
  // A node that only serves requests leaves these to workers, as it does with webhooks.
  const byQueue = { isRunning: role !== 'api', lookups: workers, waiting };
  const all = [
    startKeys(options, connections, waiting, logging),
    startDayWatch({ sweep }, logging('a day that began was not noticed')),
    startImports({
      ...byQueue,
      database: imports,
      clients: liveClients({ database: imports, now }),
      addresses,
      files,
      beforeReading: days.beforeReading,
      onChange: forget,
      onError: logging('an import could not go on'),
    }),
    startSubjectExports({
      ...byQueue,
      database: subjectExports,
      addresses,
      files,
      beforeReading: days.beforeReading,
      onError: logging('an archive about a person could not be made'),
    }),
    startErasures({
      ...byQueue,
      database: erasures.by(byService('erasures')),
      ...{ files, attemptMs, ledger: ledger ?? null },
      onChange: forget,
      onError: logging('a person could not be erased'),
    }),
    startMails(options, { workers, addresses }, logging('an invitation was not sent')),
    startRewriting(options, connections, logging('rows could not be rewritten in the form of this release')),
    startLeaveRecounts({
      ...{ database: workers.by(byService('leave-recounts')), waiting },
      onChange: wake,
      onError: logging('leaves could not be counted again'),
    }),
    startAccountProvisioning({
      ...{ database: provisioning.by(byService('provisioning')), files, now, waiting },
      isClockTrusted: clockTrust.isTrusted,
      onError: logging('an account could not be filled or emptied'),
    }),
  ];
  return {
    silentMs: () => performance.now() - ranAtMs,
    async stop() {
      for (const one of all) await one.stop();
    },
  };
}

const startRewriting = ({ role }: ServiceOptions, { background }: Connections, onError: (error: unknown) => void) =>
  startTextRewriting({ isRunning: role !== 'api', database: background, onError });

/** A node that only serves requests leaves mails to workers. */
const startMails = (
  { now, role, mailServer = null }: ServiceOptions,
  { workers, addresses }: Pick<Connections, 'workers'> & Pick<WorkParts, 'addresses'>,
  onError: (error: unknown) => void,
) =>
  startInvitationMails({
    server: role === 'api' ? null : mailServer,
    database: workers.by(byService('invitation-mails')),
    addresses,
    now,
    onError,
  });

/** Follows the encryption keys, and encrypts again what a retiring one has encrypted. */
function startKeys(
  { role, storage, readKeys }: ServiceOptions,
  { background, workers, ring }: Connections,
  waiting: WaitingWork,
  logging: (sentence: string) => (error: unknown) => void,
): { stop(): Promise<void> } {
  const nodes = startNodeWatch({ database: workers, ring, readKeys, onError: logging('keys could not be looked at') });
  nodes.look();
  const work = startRotationWork({
    isRunning: role !== 'api',
    database: background,
    ring,
    storage,
    nodeId: nodes.nodeId,
    isWaiting: () => waiting.has('keyRotation'),
    onError: logging('values could not be encrypted again'),
  });
  return {
    async stop() {
      await work.stop();
      await nodes.stop();
    },
  };
}
