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

/** pino gives a stream with this member what a line was made of. */
const hasMetadata = Symbol.for('pino.metadata');

interface LastLine {
  lastLevel: number;
  /** As it stands in the line, with quotation marks. */
  lastTime: string;
  lastMsg: string | undefined;
  lastObj: Readonly<Record<string, unknown>>;
}

/** `isTracing`: lines below a warning about a request whose trace is not sampled are left out. The log has all lines. */
export function openLogRecords(resource: Resource, processor: LogRecordProcessor, isTracing: boolean): LogRecords {
  const provider = new LoggerProvider({ resource, processors: [processor] });
  const logger = provider.getLogger('muster');
  let ofEvery: object | null = null;
  const lastLine: LastLine = { lastLevel: 0, lastTime: '""', lastMsg: undefined, lastObj: {} };
  const stream = {
    ...lastLine,
    [hasMetadata]: true,
    write(this: LastLine, text: string): void {
      if (isTracing && this.lastLevel < warning && isUnsampled(this.lastObj)) return;
      ofEvery ??= ofEveryLine(text);
      const {
        level,
        time,
        msg = '',
        traceId,
        spanId,
        ...others
      } = plainLine(this, ofEvery) ?? (JSON.parse(text) as Line);
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
  };
  return { stream, stop: () => provider.shutdown() };
}

const warning = 40;
const isUnsampled = ({ traceId, spanId }: LastLine['lastObj']): boolean =>
  traceId !== undefined && spanId === undefined;

/** Processes on one port name themselves in each line. */
function ofEveryLine(text: string): object {
  const { pid } = JSON.parse(text) as { pid?: number };
  return pid === undefined ? {} : { pid };
}

/**
 * The line without reading its text again, which would cost a request as much as writing it. Null: it has a value that
 * stands otherwise in the text, such as an error.
 */
function plainLine({ lastLevel, lastTime, lastMsg, lastObj }: LastLine, ofEvery: object): Line | null {
  const msg = lastMsg === undefined ? {} : { msg: lastMsg };
  const line: Line & Record<string, unknown> = { level: lastLevel, time: lastTime.slice(1, -1), ...msg, ...ofEvery };
  for (const [name, value] of Object.entries(lastObj)) {
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || value === null) {
      line[name] = value;
    } else if (value !== undefined) return null;
  }
  return line;
}
