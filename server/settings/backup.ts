/** The settings of scheduled backups of the embedded PostgreSQL. */
import { resolve } from 'node:path';
import { type ReadSetting, type Setting, wholeNumber } from './setting.ts';

export interface BackupSchedule {
  /** A folder or a bucket; null: no backups are scheduled. */
  readonly to: string | null;
  readonly everyMs: number;
  /** How many backups are kept. */
  readonly keep: number;
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const daysMax = 31;

/** A duration such as 30m, 6h or 1d. */
function parseEvery(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  return ms <= daysMax * 86_400_000 ? ms : undefined;
}

export const backupSettings = {
  backupTo: {
    name: 'MUSTER_BACKUP_TO',
    shownDefault: 'none',
    meaning: 'Where the service backs up the embedded PostgreSQL and the files: a folder, or s3://bucket/prefix.',
    allowed: 'the path of a folder, or s3://bucket/prefix',
    isSecret: false,
    fallback: null,
    parse: (text) => {
      if (text.startsWith('s3://')) return /^s3:\/\/[a-z0-9][\w./-]{2,}$/.test(text) ? text : undefined;
      return text.includes('\0') ? undefined : resolve(text);
    },
  } satisfies Setting<string | null>,
  backupEvery: {
    name: 'MUSTER_BACKUP_EVERY',
    shownDefault: '1d',
    meaning: 'How often the service makes a backup, in minutes (m), hours (h) or days (d).',
    allowed: `a whole number and m, h or d, such as 30m, 6h or 1d; at most ${daysMax}d`,
    isSecret: false,
    fallback: unitMs.d as number,
    parse: parseEvery,
  } satisfies Setting<number>,
  backupKeep: wholeNumber('MUSTER_BACKUP_KEEP', 7, [1, 10_000], 'How many backups are kept; older ones are removed.'),
};

export const readBackupSettings = (read: ReadSetting): BackupSchedule => ({
  to: read<string | null>(backupSettings.backupTo),
  everyMs: read<number>(backupSettings.backupEvery),
  keep: read(backupSettings.backupKeep),
});
