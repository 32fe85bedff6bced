/**
 * The OTEL_ variables that decide whether telemetry is sent, and which of it. The names and their meaning are those of
 * OpenTelemetry; addresses, headers, certificates and attributes of the resource are read by its packages.
 */

export const signals = ['traces', 'metrics', 'logs'] as const;
export type Signal = (typeof signals)[number];

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** Limited: see server/telemetry/limited-sampler.ts. The default, which no variable names. */
export type SamplerName = (typeof samplers)[number] | 'parentbased_limited';

export interface TelemetryConfig {
  readonly signals: ReadonlySet<Signal>;
  readonly isJson: boolean;
  readonly sampler: SamplerName;
  /** The share of traces that a sampler by ratio keeps. */
  readonly ratio: number;
  readonly spanDelayMs: number;
  readonly logDelayMs: number;
  readonly metricsEveryMs: number;
}

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** null: nothing is sent. Wrong values are mistakes, because an operator who sets them waits for data. */
export function readTelemetry(env: ProcessEnvironment, onMistake: (mistake: string) => void): TelemetryConfig | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null;
  const wanted = signals.filter((signal) => isWanted(env, signal, onMistake));
  if (wanted.length === 0) return null;
  const oneOf = <Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value => {
    const text = env[name] || fallback;
    const found = allowed.find((value) => value === text);
    if (found === undefined) onMistake(`${name} is ${JSON.stringify(text)}; allowed: one of ${allowed.join(', ')}`);
    return found ?? fallback;
  };
  const number = (name: string, fallback: number, max: number): number => {
    const value = Number(env[name] || fallback);
    if (value >= 0 && value <= max) return value;
    onMistake(`${name} is ${JSON.stringify(env[name])}; allowed: a number from 0 to ${max}`);
    return fallback;
  };
  return {
    signals: new Set(wanted),
    isJson: oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], 'http/protobuf') === 'http/json',
    sampler: env.OTEL_TRACES_SAMPLER
      ? oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
      : 'parentbased_limited',
    ratio: number('OTEL_TRACES_SAMPLER_ARG', 1, 1),
    spanDelayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5000, 3_600_000),
    logDelayMs: number('OTEL_BLRP_SCHEDULE_DELAY', 1000, 3_600_000),
    metricsEveryMs: number('OTEL_METRIC_EXPORT_INTERVAL', 60_000, 3_600_000),
  };
}

function isWanted(env: ProcessEnvironment, signal: Signal, onMistake: (mistake: string) => void): boolean {
  const name = `OTEL_${signal.toUpperCase()}_EXPORTER`;
  const exporter = env[name] ?? '';
  if (exporter === 'none') return false;
  if (exporter === 'otlp') return true;
  if (exporter !== '') onMistake(`${name} is ${JSON.stringify(exporter)}; allowed: otlp or none`);
  return [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`, 'OTEL_EXPORTER_OTLP_ENDPOINT'].some((one) => env[one]);
}
