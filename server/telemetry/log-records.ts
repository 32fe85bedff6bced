/** The lines of the log as records of OpenTelemetry. The line is the source: both always say the same. */
import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs';

export interface LogRecords {
  /** For the logger of the service. */
  readonly stream: { write(line: string): void };
  stop(): Promise<void>;
}

/** The levels of the log, in tens, as the numbers that OpenTelemetry gives them. */
const severities: Readonly<Record<number, readonly [number, string]>> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
};

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly traceId?: string;
  readonly spanId?: string;
}

export function openLogRecords(resource: Resource, processor: LogRecordProcessor): LogRecords {
  const provider = new LoggerProvider({ resource, processors: [processor] });
  const logger = provider.getLogger('muster');
  return {
    stream: {
      write(text) {
        const { level, time, msg = '', traceId, spanId, ...others } = JSON.parse(text) as Line;
        const [severityNumber, severityText] = severities[level] ?? [0, ''];
        const isTraced = traceId !== undefined && spanId !== undefined;
        logger.emit({
          timestamp: new Date(time),
          severityNumber,
          severityText,
          body: msg,
          attributes: isTraced || traceId === undefined ? others : { ...others, traceId },
          context: isTraced
            ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
            : ROOT_CONTEXT,
        });
      },
    },
    stop: () => provider.shutdown(),
  };
}
