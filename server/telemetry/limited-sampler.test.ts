import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { limitedSampler, tracesPerSecond } from './limited-sampler.ts';

test('the first traces of a second are sampled, and those of the next second again', () => {
  let ms = 5_000_500;
  const sampler = limitedSampler(() => ms);
  const sampled = (attempts: number): number => {
    const decisions = Array.from(
      { length: attempts },
      () => sampler.shouldSample(ROOT_CONTEXT, 'ab'.repeat(16), 'request', SpanKind.SERVER, {}, []).decision,
    );
    return decisions.filter((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;
  };
  expect(sampled(tracesPerSecond + 10)).toBe(tracesPerSecond);
  expect(sampled(1)).toBe(0);
  ms += 500;
  expect(sampled(tracesPerSecond - 1)).toBe(tracesPerSecond - 1);
  ms += 10_000;
  expect(sampled(tracesPerSecond + 1)).toBe(tracesPerSecond);
});
