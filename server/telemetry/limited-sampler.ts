/**
 * Samples so many traces a second on average. A quiet service is traced completely, also when a page of the console or a
 * nightly job sends many requests at once; a busy one spends no more on traces than a small share of its work.
 */
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/** In a process. One costs about as much as a read; `npm run bench -- telemetry` measures what all of them cost. */
export const tracesPerSecond = 5;
/** What a quiet service saves for a burst. */
export const tracesAtOnce = 100;

const sampled = { decision: SamplingDecision.RECORD_AND_SAMPLED };
const unsampled = { decision: SamplingDecision.NOT_RECORD };

/** `elapsedMs`: a clock that only goes forward. */
export function limitedSampler(elapsedMs: () => number): Sampler {
  // Those of a second: processes that start again and again do not begin a burst each time.
  let left = tracesPerSecond;
  let countedMs = elapsedMs();
  return {
    shouldSample() {
      const nowMs = elapsedMs();
      left = Math.min(tracesAtOnce, left + ((nowMs - countedMs) / 1000) * tracesPerSecond);
      countedMs = nowMs;
      if (left < 1) return unsampled;
      left -= 1;
      return sampled;
    },
    toString: () => `LimitedSampler{${tracesPerSecond}/s}`,
  };
}
