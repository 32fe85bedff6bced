/** The limits on account settings. The contract has its own limits; an operator can narrow them. */
export interface SettingBounds {
  readonly min?: number;
  readonly max?: number;
}

/** Members of `account-settings`, some of them also of `accounts`. */
export const boundedSettings = [
  'requestsPerMinute',
  'eventDays',
  'auditDays',
  'readLogDays',
  'requestLogDays',
  'unreferencedFileHours',
  'webhookAttemptMs',
  'webhookParallelAttempts',
] as const;

export type BoundedSetting = (typeof boundedSettings)[number];

export type InstallationBounds = Readonly<Partial<Record<BoundedSetting, SettingBounds>>>;

/** The defaults. */
export const standardBounds = {
  requestsPerMinute: { max: 12_000 },
  eventDays: { max: 3650 },
  auditDays: { min: 365 },
  readLogDays: { min: 365 },
  requestLogDays: { max: 90 },
  unreferencedFileHours: { max: 8760 },
  webhookAttemptMs: { max: 60_000 },
  webhookParallelAttempts: { max: 50 },
} as const satisfies InstallationBounds;

/** The effective value: a stored value beyond a limit that was set later is clamped to it. */
export function within(bounds: InstallationBounds, name: BoundedSetting, value: number): number {
  const { min = value, max = value } = bounds[name] ?? {};
  return Math.min(Math.max(value, min), max);
}
