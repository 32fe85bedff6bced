/** The delivery settings of the installation, which an account may override. */
import { standardWaitsMs } from './schedule.ts';

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

export const standardLimits: WebhookLimits = {
  waitsMs: standardWaitsMs,
  attemptMs: 10_000,
  parallelMax: 10,
  warningDays: [1, 3],
  suspensionDays: 5,
};
