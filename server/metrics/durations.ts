/**
 * A histogram of durations for the registry of prom-client. That of the library finds the labels again for each value, which
 * costs a request more than the rest of its metrics; here they are found once. See decision 0073.
 */
import type { Metric, Registry } from 'prom-client';

/** From a read by its id up to the limit of a request, in seconds. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The last request in a bucket. One object for each bucket, which is changed: requests should leave no garbage here. */
interface Exemplar {
  traceId: string;
  seconds: number;
  atMs: number;
}

/** Adds a duration; with `traceId`, as an exemplar too. */
export type Observe = (seconds: number, traceId?: string) => void;

type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly labels: Labels;
  /** By bucket; the last has no bound. */
  readonly counts: number[];
  readonly exemplars: (Exemplar | undefined)[];
  sum: number;
}

/** Returns the function that finds the `Observe` of labels, for the caller to keep. */
export function durations(registers: readonly Registry[], name: string, help: string): (labels: Labels) => Observe {
  const all = new Map<string, { readonly series: Series; readonly observe: Observe }>();
  const metric = {
    name,
    get: async () => ({
      ...{ name, help, type: 'histogram', aggregator: 'sum' },
      values: [...all.values()].flatMap(({ series }) => valuesOf(name, series)),
    }),
  };
  // The registry only reads these members; the type of the library lists its own classes.
  for (const register of registers) register.registerMetric(metric as unknown as Metric);
  return (labels) => {
    const key = JSON.stringify(labels);
    const known = all.get(key) ?? newSeries(labels);
    all.set(key, known);
    return known.observe;
  };
}

function newSeries(labels: Labels): { readonly series: Series; readonly observe: Observe } {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  const series: Series = { labels, counts, exemplars: [], sum: 0 };
  const observe: Observe = (seconds, traceId) => {
    const bucket = bucketOf(seconds);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    series.sum += seconds;
    if (traceId === undefined) return;
    const exemplar = series.exemplars[bucket];
    if (exemplar) {
      exemplar.traceId = traceId;
      exemplar.seconds = seconds;
      exemplar.atMs = Date.now();
    } else {
      series.exemplars[bucket] = { traceId, seconds, atMs: Date.now() };
    }
  };
  return { series, observe };
}

function bucketOf(seconds: number): number {
  let bucket = 0;
  while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
  return bucket;
}

/** As the library writes it. */
const shown = (exemplar: Exemplar | undefined) =>
  exemplar
    ? { labelSet: { trace_id: exemplar.traceId }, value: exemplar.seconds, timestamp: exemplar.atMs / 1000 }
    : null;

/** Each bucket counts the smaller ones too. */
function valuesOf(name: string, { labels, counts, exemplars, sum }: Series) {
  let count = 0;
  const buckets = counts.map((own, bucket) => {
    count += own;
    const le = bounds[bucket] ?? '+Inf';
    return {
      metricName: `${name}_bucket`,
      labels: { le, ...labels },
      value: count,
      exemplar: shown(exemplars[bucket]),
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { ...labels }, value: sum },
    { metricName: `${name}_count`, labels: { ...labels }, value: count },
  ];
}
