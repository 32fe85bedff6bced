/** How far accounts may go with what they set. The contract has bounds of its own; an operator narrows them. */
export interface SettingBounds {
  readonly min?: number;
  readonly max?: number;
}

/** Members of `account-settings`, some of them also of `accounts`. */
export const boundedSettings = [
  'requestsPerMinute',
  'eventDays',
  'auditDays',
  'requestLogDays',
  'unreferencedFileHours',
  'webhookAttemptMs',
  'webhookParallelAttempts',
] as const;

export type BoundedSetting = (typeof boundedSettings)[number];

export type InstallationBounds = Readonly<Partial<Record<BoundedSetting, SettingBounds>>>;

/** Unless an operator says otherwise. */
export const standardBounds = {
  requestsPerMinute: { max: 12_000 },
  eventDays: { max: 3650 },
  auditDays: { min: 365 },
  requestLogDays: { max: 90 },
  unreferencedFileHours: { max: 8760 },
  webhookAttemptMs: { max: 60_000 },
  webhookParallelAttempts: { max: 50 },
} as const satisfies InstallationBounds;

/** A value as it is applied: one that was set before a bound was narrowed counts as the bound. */
export function within(bounds: InstallationBounds, name: BoundedSetting, value: number): number {
  const { min = value, max = value } = bounds[name] ?? {};
  return Math.min(Math.max(value, min), max);
}
