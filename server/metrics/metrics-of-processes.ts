/**
 * The metrics of several processes, added up on one port. Exemplars are left out: they are the trace ids of single requests,
 * and sums have none.
 */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricValues } from './metrics.ts';
import { metricsServer } from './metrics-server.ts';

interface MetricsOfProcessesOptions {
  readonly host: string;
  readonly port: number;
  /** The values of each process that answers, by the id of the process. */
  readonly collect: () => Promise<ReadonlyMap<number, MetricValues>>;
}

type OneMetric = MetricObjectWithValues<MetricValue<string>>;

export function metricsOfProcesses({ host, port, collect }: MetricsOfProcessesOptions) {
  const last = new Map<number, MetricValues>();
  const ended = new Set<number>();
  /** The counts of processes that have ended: a sum that falls would look as if it had begun again. */
  let former: MetricValues = [];
  let keeping = Promise.resolve();

  async function keepCounts(id: number): Promise<void> {
    const sum = await added([former, (last.get(id) ?? []).filter(isCount)]).getMetricsAsJSON();
    former = sum as MetricValues;
    last.delete(id);
    ended.add(id);
  }

  const server = metricsServer({
    host,
    port,
    async write() {
      for (const [id, values] of await collect()) if (!ended.has(id)) last.set(id, values);
      const sum = added([former, ...last.values()]);
      return { type: sum.contentType, text: await sum.metrics() };
    },
  });
  return {
    ...server,
    /** A process has ended. */
    onEnd(id: number): void {
      keeping = keeping.then(() => keepCounts(id));
    },
  };
}

/** As a copy: the sum must not change the values that it is made of. The library has no type for what it takes here. */
const added = (values: readonly MetricValues[]) => AggregatorRegistry.aggregate(structuredClone(values) as never);

/** The types of the library name the kinds by number; its code, and so every value, by word. */
const isCount = ({ type }: OneMetric): boolean => ['counter', 'histogram'].includes(String(type));
