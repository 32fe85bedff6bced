/** Backups that the service makes by itself, as its settings say. */
import { type Repeated, repeat } from '../repeat.ts';
import type { Config } from '../settings/config.ts';
import { readLastBackup } from './last-backup.ts';
import { runBackup } from './open-backups.ts';

interface ScheduleLog {
  info(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

/** A failed backup is tried again this soon. */
const lookEveryMs = 60_000;

/** Whether the last backup is older than the time between two. A backup to another place counts for nothing. */
export async function isBackupDue({ dataDir, backups }: Config, now: Date): Promise<boolean> {
  const last = await readLastBackup(dataDir);
  const isSamePlace = last !== null && sameText(last.to ?? '', backups.to ?? '');
  return !isSamePlace || now.getTime() - Date.parse(last.at) >= backups.everyMs;
}

/** A bucket is shown with a slash at its end. */
const sameText = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '');

export function startBackups(config: Config, now: () => Date, log: ScheduleLog): Repeated | null {
  const { to, keep } = config.backups;
  if (to === null || config.databaseUrl !== null) return null;
  const backUpIfDue = async () => {
    if (!(await isBackupDue(config, now()))) return;
    const { manifest, newBytes, removed, interrupted } = await runBackup(config, to, keep);
    log.info({ backup: manifest.id, newBytes, removed, interrupted }, 'a backup was made');
  };
  const repeated = repeat(lookEveryMs, backUpIfDue, (error) => log.error({ err: error }, 'a backup could not be made'));
  repeated.run();
  return repeated;
}
