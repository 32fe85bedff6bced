/** The delivery settings of the installation, which an account may override. */
import { webhookSettings } from '../settings/webhooks.ts';

export interface WebhookLimits {
  /** Before the second attempt, the third, and so on: there is one more attempt than waits. */
  readonly waitsMs: readonly number[];
  /** From the start of the connection to the end of the response headers. */
  readonly attemptMs: number;
  /** Concurrent requests to one endpoint. */
  readonly parallelMax: number;
  /** After so many days without a success a warning is recorded. */
  readonly warningDays: readonly number[];
  /** After so many days the endpoint is suspended. */
  readonly suspensionDays: number;
}

/** Of an installation that sets none of them. */
export const standardLimits: WebhookLimits = {
  waitsMs: webhookSettings.webhookWaits.fallback.map((seconds) => seconds * 1000),
  attemptMs: webhookSettings.webhookAttemptMs.fallback,
  parallelMax: webhookSettings.webhookParallelMax.fallback,
  warningDays: webhookSettings.webhookWarningDays.fallback,
  suspensionDays: webhookSettings.webhookSuspensionDays.fallback,
};
