/** Changes the webhook settings of an account: each member separately, validated before anything is written. */
import { settingsMax } from '@muster/contract/administration/account-settings.ts';
import type { InstallationBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { beyond } from '../platform/verbs/bounds.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';

/** Omitted members stay unchanged; null means the setting of the installation. */
export interface WebhookSettings {
  /** Whether an address must confirm by an echo that it wants to be called. */
  readonly challenge?: boolean;
  readonly waitsSeconds?: readonly number[] | null;
  readonly attemptMs?: number | null;
  readonly parallelAttempts?: number | null;
  readonly warningDays?: readonly number[] | null;
  readonly suspensionDays?: number | null;
}

export type WebhookSettingsNow = Required<WebhookSettings>;

const columns = {
  challenge: ['webhook_challenge', 'boolean'],
  waitsSeconds: ['webhook_waits_s', 'integer[]'],
  attemptMs: ['webhook_attempt_ms', 'integer'],
  parallelAttempts: ['webhook_parallel_attempts', 'integer'],
  warningDays: ['webhook_warning_days', 'integer[]'],
  suspensionDays: ['webhook_suspension_days', 'integer'],
} as const satisfies Record<keyof WebhookSettings, readonly [string, string]>;

const shown = Object.entries(columns)
  .map(([name, [column]]) => `${column} as "${name}"`)
  .join(', ');

export async function setWebhookSettings(tx: Tx, settings: WebhookSettings): Promise<WebhookSettingsNow> {
  refuseWrong(settings, tx.bounds);
  const given = Object.entries(columns).filter(([name]) => settings[name as keyof WebhookSettings] !== undefined);
  const values = given.map(([name]) => settings[name as keyof WebhookSettings]);
  await tx.run(statement('insert into account_settings (account_id) values ($1) on conflict do nothing'));
  const set = given.map(([, [column, type]], index) => `${column} = $${index + 2}::${type}`);
  const [now] = await tx.run<WebhookSettingsNow>(
    statement(
      `update account_settings set ${set.join(', ') || 'account_id = $1'} where account_id = $1 returning ${shown}`,
    ),
    values,
  );
  return now as WebhookSettingsNow;
}

/** The limits are those of the installation's own settings. */
function refuseWrong(settings: WebhookSettings, bounds: InstallationBounds): void {
  const errors = noErrors();
  const { waitsSeconds, attemptMs, parallelAttempts, warningDays, suspensionDays } = settings;
  checkEach('waitsSeconds', waitsSeconds, settingsMax.webhookWaitSeconds, errors);
  checkEach('attemptMs', attemptMs, settingsMax.webhookAttemptMs, errors);
  checkEach('parallelAttempts', parallelAttempts, settingsMax.webhookParallelAttempts, errors);
  checkEach('warningDays', warningDays, settingsMax.webhookDays, errors);
  checkEach('suspensionDays', suspensionDays, settingsMax.webhookDays, errors);
  const beyondBounds = {
    attemptMs: beyond(bounds, 'webhookAttemptMs', attemptMs),
    parallelAttempts: beyond(bounds, 'webhookParallelAttempts', parallelAttempts),
  };
  for (const [name, wrong] of Object.entries(beyondBounds)) if (wrong) addError(errors, name, wrong);
  throwIfAny(errors);
}

function checkEach(
  name: string,
  value: readonly number[] | number | null | undefined,
  most: number,
  errors: FieldErrors,
): void {
  if (value === null || value === undefined) return;
  const numbers = [value].flat();
  const isWrong = (one: number) => !Number.isInteger(one) || one < 1 || one > most;
  if (numbers.length === 0 || numbers.length > 100 || numbers.some(isWrong)) {
    const allowed = Array.isArray(value) ? 'up to 100 whole numbers' : 'a whole number';
    addError(errors, name, `Must be ${allowed} from 1 to ${most}.`);
  }
}
