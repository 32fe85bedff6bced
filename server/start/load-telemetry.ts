/** Loaded only where a collector is named: the library takes time and memory. */
import type { Config } from '../settings/config.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export async function telemetryOf({ telemetry }: Pick<Config, 'telemetry'>): Promise<Telemetry | null> {
  if (telemetry === null) return null;
  const { openTelemetry } = await import('../telemetry/telemetry.ts');
  return openTelemetry(telemetry);
}
