/**
 * Samples the first traces of each second. A quiet service is traced completely, and a busy one spends no more on traces than
 * a small share of a processor.
 */
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/** In a process. One costs about as much as a read. */
export const tracesPerSecond = 50;

/** `elapsedMs`: a clock that only goes forward. */
export function limitedSampler(elapsedMs: () => number): Sampler {
  let second = -1;
  let count = 0;
  return {
    shouldSample() {
      const current = Math.floor(elapsedMs() / 1000);
      if (current !== second) count = 0;
      second = current;
      count += 1;
      return {
        decision: count <= tracesPerSecond ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      };
    },
    toString: () => `LimitedSampler{${tracesPerSecond}/s}`,
  };
}
