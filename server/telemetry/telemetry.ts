/**
 * Sends traces, metrics and log lines by OTLP. Loaded only where OTEL_ variables ask for it: the packages take memory and
 * time to load. Data that the receiver does not take is dropped after some attempts, and the service goes on.
 */
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import {
  type IExporterMetricsHelper,
  type ISerializer,
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  LogsExporterMetricsHelper,
  MetricsExporterMetricsHelper,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import type { Signal, TelemetryConfig } from '../settings/telemetry.ts';
import type { Tracing } from '../tracing.ts';
import { openLogRecords } from './log-records.ts';
import { metricProducer } from './metric-producer.ts';
import { openTraces } from './spans.ts';

export interface Telemetry {
  /** undefined: no traces are wanted. */
  readonly tracing: Tracing | undefined;
  /** A second target of the log; undefined: no log lines are wanted. */
  readonly logStream: { write(line: string): void } | undefined;
  readonly areMetricsWanted: boolean;
  /** Sends what `collect` reads, from time to time. */
  sendMetrics(collect: Parameters<typeof metricProducer>[0]): void;
  /** Reports what cannot be sent. */
  reportTo(logger: Logger): void;
  /** Sends what is left, unless that takes longer. */
  stop(withinMs?: number): Promise<void>;
}

/** A receiver that does not answer does not keep the process from ending. */
const stopMs = 2000;

/** Processes on one port would otherwise be one and the same to the receiver. */
const ofMany = cluster.isWorker ? { 'process.pid': process.pid } : {};

export function openTelemetry(config: TelemetryConfig): Telemetry {
  const { signals, isJson } = config;
  const own = { 'service.name': 'muster', 'service.version': manifest.version, ...ofMany };
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
  const traces = signals.has('traces')
    ? openTraces(
        config,
        resource,
        new BatchSpanProcessor({
          exporter: exporterOf(
            'traces',
            isJson,
            isJson ? JsonTraceSerializer : ProtobufTraceSerializer,
            TraceExporterMetricsHelper,
          ),
          scheduledDelayMillis: config.spanDelayMs,
        }),
      )
    : undefined;
  const logs = signals.has('logs')
    ? openLogRecords(
        resource,
        new BatchLogRecordProcessor({
          exporter: exporterOf(
            'logs',
            isJson,
            isJson ? JsonLogsSerializer : ProtobufLogsSerializer,
            LogsExporterMetricsHelper,
          ),
          scheduledDelayMillis: config.logDelayMs,
        }),
        traces !== undefined,
      )
    : undefined;
  let meters: MeterProvider | undefined;
  return {
    tracing: traces?.tracing,
    logStream: logs?.stream,
    areMetricsWanted: signals.has('metrics'),
    sendMetrics(collect) {
      const exporter = exporterOf(
        'metrics',
        isJson,
        isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer,
        MetricsExporterMetricsHelper,
      );
      const reader = new PeriodicExportingMetricReader({
        exporter: Object.assign(exporter, { selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE }),
        exportIntervalMillis: config.metricsEveryMs,
        exportTimeoutMillis: Math.min(config.metricsEveryMs, 30_000),
        metricProducers: [metricProducer(collect)],
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    reportTo(logger) {
      const report = (message: string, ...details: unknown[]) =>
        logger.warn({ reason: [message, ...details].map(String).join(' ') }, 'telemetry could not be sent');
      const silent = () => undefined;
      const target = { error: report, warn: report, info: silent, debug: silent, verbose: silent };
      diag.setLogger(target, DiagLogLevel.WARN);
    },
    async stop(withinMs = stopMs) {
      const ends = [traces?.stop(), meters?.shutdown(), logs?.stop()];
      await Promise.race([Promise.allSettled(ends), pause(withinMs, undefined, { ref: false })]);
    },
  };
}

/** Where to, with which headers and certificates, the package reads from the OTEL_EXPORTER_OTLP_ variables. */
function exporterOf<Data, Response>(
  signal: Signal,
  isJson: boolean,
  serializer: ISerializer<Data, Response>,
  helper: IExporterMetricsHelper<Data>,
): OTLPExporterBase<Data> {
  const headers = { 'Content-Type': isJson ? 'application/json' : 'application/x-protobuf' };
  const options = convertLegacyHttpOptions({}, signal.toUpperCase(), `v1/${signal}`, headers);
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(options, serializer, `otlp_http_${signal}_exporter`, helper, undefined),
  );
}
