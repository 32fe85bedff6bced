import { Histogram, type Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { durations } from './durations.ts';
import { newRegistry, setFormat } from './families.ts';

const [name, help] = ['request_seconds', 'How long requests took.'];
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const observed: [string, number][] = [
  ['GET', 0],
  ['GET', 0.002],
  ['GET', 0.0021],
  ['POST', 9.99],
  ['POST', 10],
  ['GET', 11],
  ['GET', 0.3],
];

test.each([false, true])(
  'it is written as the histogram of the library is, as OpenMetrics: %s',
  async (isOpenMetrics) => {
    const [own, library] = [newRegistry(), newRegistry()];
    const observerOf = durations([own], name, help);
    const histogram = new Histogram<string>({
      ...{ name, help, buckets, labelNames: ['method'], enableExemplars: true },
      registers: [library],
    });
    for (const [method, value] of observed) {
      observerOf({ method })(value, 'ab'.repeat(16));
      histogram.observe({ labels: { method }, value, exemplarLabels: { trace_id: 'ab'.repeat(16) } });
    }
    const written = async (registry: Registry) => {
      setFormat(registry, isOpenMetrics);
      // Without the time of an exemplar.
      return (await registry.metrics()).replaceAll(/(# \{.*?\} \S+) \S+/g, '$1');
    };
    expect(await written(own)).toBe(await written(library));
    expect(await written(own)).toContain('request_seconds_count{method="GET"} 5');
  },
);
