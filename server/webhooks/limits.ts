/** What an installation sets about deliveries, and an account may set otherwise. */
import { standardWaitsMs } from './schedule.ts';

export interface WebhookLimits {
  /** Before the second attempt, the third, and so on: there is one attempt more than there are waits. */
  readonly waitsMs: readonly number[];
  /** From the start of the connection to the end of the answer's headers. */
  readonly attemptMs: number;
  /** Requests at once to one endpoint. */
  readonly parallelMax: number;
  /** After so many days without a success a warning is recorded. */
  readonly warningDays: readonly number[];
  /** After so many the endpoint is suspended. */
  readonly suspensionDays: number;
}

export const standardLimits: WebhookLimits = {
  waitsMs: standardWaitsMs,
  attemptMs: 10_000,
  parallelMax: 10,
  warningDays: [1, 3],
  suspensionDays: 5,
};
