/** When a failed delivery is tried again. Pure: times and random numbers are passed in. */

const dayMs = 24 * 3_600_000;

/**
 * Each wait varies by up to a tenth in both directions, so that deliveries that failed together do not return together.
 */
const jitter = 0.1;
const retryAfterMaxMs = dayMs;

export interface Failure {
  /** Attempts in the current retry cycle, including the failed one. */
  readonly tries: number;
  readonly endedAt: Date;
  /** As the receiver sent it. */
  readonly retryAfter: string | null;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** null: it was the last attempt. */
export function nextAttemptAt(
  { tries, endedAt, retryAfter, random }: Failure,
  waitsMs: readonly number[],
): Date | null {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return null;
  const varied = waitMs * (1 + jitter * (2 * random - 1));
  return new Date(endedAt.getTime() + Math.max(Math.round(varied), retryAfterMs(retryAfter, endedAt)));
}

/** Never earlier than planned, and never more than a day later; an invalid value is ignored. */
function retryAfterMs(value: string | null, now: Date): number {
  const text = value?.trim() ?? '';
  const asked = /^\d{1,15}$/.test(text) ? Number(text) * 1000 : httpDateMs(text) - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), retryAfterMaxMs);
}

/**
 * `Sun, 06 Nov 1994 08:49:37 GMT` and its two older forms. Other texts are not dates here, whatever a parser makes of
 * them.
 */
function httpDateMs(text: string): number {
  if (/^[A-Z][a-z]+, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return Date.parse(text);
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return Number.NaN;
}
