import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { limitedSampler, tracesAtOnce, tracesPerSecond } from './limited-sampler.ts';

function counted() {
  const clock = { ms: 5_000_500 };
  const sampler = limitedSampler(() => clock.ms);
  const sampled = (attempts: number): number => {
    const decisions = Array.from(
      { length: attempts },
      () => sampler.shouldSample(ROOT_CONTEXT, 'ab'.repeat(16), 'request', SpanKind.SERVER, {}, []).decision,
    );
    return decisions.filter((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;
  };
  return { clock, sampled };
}

test('a busy process samples so many traces a second', () => {
  const { clock, sampled } = counted();
  expect(sampled(1000)).toBe(tracesPerSecond);
  expect(sampled(1)).toBe(0);
  for (let second = 0; second < 5; second += 1) {
    clock.ms += 1000;
    expect(sampled(1000)).toBe(tracesPerSecond);
  }
  clock.ms += 500;
  expect(sampled(1000)).toBe(Math.floor(tracesPerSecond / 2));
});

test('a process that was quiet samples all requests of a burst', () => {
  const { clock, sampled } = counted();
  clock.ms += 3_600_000;
  expect(sampled(1000)).toBe(tracesAtOnce);
  clock.ms += 1000;
  expect(sampled(1000)).toBe(tracesPerSecond);
});
