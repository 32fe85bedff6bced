/** Starts what runs next to requests on every node: the removal of expired data, and the logs that are kept in the database. */
import { byService } from '@muster/contract/author.ts';
import { type Activity, startActivity } from '../admin/activity/activity.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { Database } from '../platform/database/database.ts';
import { type ReadLog, startReadLog } from '../reads/read-log.ts';
import { startTrail, type TrailSending } from '../trail/send-trail.ts';
import type { ClockTrust } from '../worker/clock-trust.ts';
import { type FileSweep, type FileSweepOptions, startFileSweep } from '../worker/file-sweep.ts';
import { type Housekeeping, startHousekeeping } from '../worker/housekeeping.ts';
import type { Connections } from './connections.ts';
import type { ServiceOptions } from './options.ts';

/** Starts the removal of expired data. */
export function startCleaning(
  { limits, now, logger }: ServiceOptions,
  { background, clocks: { nowOf } }: Connections,
  { isTrusted: isClockTrusted }: ClockTrust,
  files: KeptFiles,
  { checkStorage, onChange }: Pick<FileSweepOptions, 'checkStorage' | 'onChange'>,
): { readonly housekeeping: Housekeeping; readonly fileSweep: FileSweep } {
  const database = background.by(byService('clean-up'));
  const housekeeping = startHousekeeping({
    database,
    eventDays: limits.eventDays,
    now,
    nowOf,
    isClockTrusted,
    onError: (error) => logger.error({ err: error }, 'what has expired could not be removed'),
  });
  const fileSweep = startFileSweep({
    database,
    files,
    now,
    isClockTrusted,
    onChange,
    checkStorage,
    onError: (error) => logger.error({ err: error }, 'files that nobody needs could not be removed'),
  });
  return { housekeeping, fileSweep };
}

export const startLogs = (
  { now, logger, role, auditSyslog = null }: ServiceOptions,
  database: Database,
): { readonly activity: Activity; readonly reads: ReadLog; readonly trail: TrailSending } => ({
  activity: startActivity({
    database,
    now,
    onError: (error) => logger.error({ err: error }, 'answered requests could not be noted'),
  }),
  reads: startReadLog({
    database,
    now,
    onError: (error) => logger.error({ err: error }, 'the log of reads could not be written'),
  }),
  trail: startTrail({
    database,
    target: role === 'api' ? null : auditSyslog,
    onError: (error) => logger.warn({ err: error }, 'the audit trail could not be sent'),
  }),
});
