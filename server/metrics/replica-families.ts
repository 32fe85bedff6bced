/** Metrics of replicas. Without replicas there are none. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Observer, ReplicaState } from '../observer.ts';

export function replicaFamilies(registers: Registry[]): Observer['replicas'] {
  let reads: Counter | undefined;
  return {
    opened(states) {
      reads = new Counter({
        name: 'muster_reads_total',
        help: 'Statements of requests that only read, by the server that answered them.',
        labelNames: ['server'],
        registers,
      });
      for (const server of ['primary', 'replica']) reads.inc({ server }, 0);
      const gauge = (name: string, help: string, value: (state: ReplicaState) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['replica'],
          registers,
          // Of several processes on one port.
          aggregator: 'max',
          collect() {
            for (const state of states()) this.set({ replica: state.name }, value(state));
          },
        });
      gauge('muster_replica_usable', '1: the replica answers and follows a primary.', ({ isUsable }) =>
        Number(isUsable),
      );
      gauge(
        'muster_replica_lag_seconds',
        'How long the replica has been behind the primary.',
        ({ lagSeconds }) => lagSeconds,
      );
      gauge(
        'muster_replica_lag_bytes',
        'How many bytes of the log of the primary the replica has not replayed.',
        ({ lagBytes }) => lagBytes,
      );
    },
    read: (server) => reads?.inc({ server }),
  };
}
