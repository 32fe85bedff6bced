/** The metrics of the registry, which /metrics shows, as data of OpenTelemetry. */
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

type Family = MetricObjectWithValues<MetricValue<string>>;
type Value = Family['values'][number] & { readonly metricName?: string };

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** `collect` reads the registry. */
export function metricProducer(collect: () => Promise<readonly Family[]>): MetricProducer {
  const startTime = hrTime(Date.now());
  return {
    async collect() {
      const families = await collect();
      const endTime = hrTime(Date.now());
      const metrics = families.flatMap((family) => dataOf(family, { startTime, endTime }));
      const scopeMetrics = [{ scope: { name: 'muster' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

/** The types of the library name them by number, its code by text. */
const kindOf = ({ type }: Family): string => String(type);

function dataOf(family: Family, times: Times): MetricData[] {
  const { name, help, values } = family;
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = () =>
    values.map(({ labels, value }) => ({ ...times, attributes: labels as Attributes, value: Number(value) }));
  switch (kindOf(family)) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
    default:
      // A summary has quantiles of one process, which cannot be combined.
      return [];
  }
}

const unitOf = (name: string): string => (/_seconds(_total)?$/.test(name) ? 's' : /_bytes$/.test(name) ? 'By' : '1');

/** The registry has a value for each bucket, which counts the smaller ones too. */
function histograms(values: readonly Value[], times: Times): DataPoint<Histogram>[] {
  const byLabels = new Map<
    string,
    { attributes: Attributes; buckets: [number, number][]; sum: number; count: number }
  >();
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...attributes } = labels as Attributes;
    const key = JSON.stringify(attributes);
    const found = byLabels.get(key) ?? { attributes, buckets: [], sum: 0, count: 0 };
    byLabels.set(key, found);
    if (metricName.endsWith('_sum')) found.sum = value;
    else if (metricName.endsWith('_count')) found.count = value;
    else if (le !== '+Inf') found.buckets.push([Number(le), value]);
  }
  return [...byLabels.values()].map(({ attributes, buckets, sum, count }) => {
    const sorted = buckets.toSorted(([one], [other]) => one - other);
    const upTo = [...sorted.map(([, number]) => number), count];
    const counts = upTo.map((number, index) => number - (upTo[index - 1] ?? 0));
    return { ...times, attributes, value: { buckets: { boundaries: sorted.map(([le]) => le), counts }, sum, count } };
  });
}
