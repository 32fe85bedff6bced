/** A service in this process alone. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FirstData } from './first-data.ts';
import { prepare, type ServiceContext, type Serving, serve } from './serve.ts';

/** What a start returns, whatever number of processes serve. */
export interface Started {
  readonly firstSteps: readonly string[];
  /** Says that it is not ready, and still answers, until load balancers have noticed. */
  drain(reason: string): Promise<void>;
  /** Completes running requests. */
  stop(): Promise<void>;
}

export async function startHere(context: ServiceContext, firstData: FirstData): Promise<Started> {
  const { keys, firstSteps } = await prepare(context, firstData);
  const serving = await serve(context, keys);
  const { metrics, state, service } = serving;
  if (context.config.metrics.port === 0) metrics?.readState(state);
  else await metrics?.serve(state);
  return {
    firstSteps,
    async drain() {
      await drained(context, serving);
      await metrics?.stop();
    },
    stop: service.stop,
  };
}

export async function drained({ config }: ServiceContext, { service }: Serving): Promise<void> {
  service.drain();
  // A worker is asked by nobody.
  if (config.role !== 'worker') await pause(config.drainMs);
}
