/** Spans by the packages of OpenTelemetry. The trace id of a request is the one that its problems and log lines show. */
import { randomFillSync } from 'node:crypto';
import {
  type Context,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../settings/telemetry.ts';
import type { Span, SpanAttributes, Tracing } from '../tracing.ts';
import { limitedSampler } from './limited-sampler.ts';

export interface Traces {
  readonly tracing: Tracing;
  stop(): Promise<void>;
}

const sent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function openTraces(config: TelemetryConfig, resource: Resource, processor: SpanProcessor): Traces {
  const random = new RandomIdGenerator();
  // Drawn by the package while it starts a span, and at no other time.
  let traceId = '';
  // Asked before a span is made: most requests of a busy service have none, and should not pay for one.
  const samplers = samplersOf(config);
  const provider = new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
    idGenerator: {
      generateTraceId: () => traceId || random.generateTraceId(),
      generateSpanId: random.generateSpanId,
    },
  });
  const tracer = provider.getTracer('muster');
  const begin = (kind: SpanKind, context: Context, wantedId: string): Span | null => {
    const name = kind === SpanKind.SERVER ? 'request' : 'webhook';
    const sampler = context === ROOT_CONTEXT ? samplers.ofFirst : samplers.ofOthers;
    const { decision } = sampler.shouldSample(context, wantedId, name, kind, none, noLinks);
    if (decision === SamplingDecision.NOT_RECORD) return null;
    traceId = wantedId;
    const span = tracer.startSpan(name, { kind }, context);
    traceId = '';
    return spanOf(tracer, span, context);
  };
  return {
    tracing: {
      request: (id, traceparent) => begin(SpanKind.SERVER, contextOf(traceparent), id),
      delivery: (traceparent) => begin(SpanKind.PRODUCER, contextOf(traceparent ?? undefined), randomTraceId()),
    },
    stop: () => provider.shutdown(),
  };
}

const randomTraceId = (): string => randomFillSync(Buffer.alloc(16)).toString('hex');

const none = {};
const noLinks: [] = [];

/** The span of the caller; nothing if the header is missing or not valid. */
function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = sent.exec(traceparent) ?? [];
  const traceFlags = Number.parseInt(flags, 16) & 1 ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return trace.isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

function spanOf(tracer: Tracer, span: OpenSpan, parent: Context): Span {
  const { traceId, spanId } = span.spanContext();
  let inside: Context | null = null;
  return {
    id: spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    statement(name, startedAtMs, attributes, isFailed) {
      inside ??= trace.setSpan(parent, span);
      const startTime = performance.timeOrigin + startedAtMs;
      finish(tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, inside), isFailed);
    },
    end(name, attributes: SpanAttributes, isFailed) {
      span.updateName(name);
      span.setAttributes(attributes);
      finish(span, isFailed);
    },
  };
}

function finish(span: OpenSpan, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** For spans without a caller, and for those that continue a trace: only the latter have to find the decision of another. */
interface Samplers {
  readonly ofFirst: Sampler;
  readonly ofOthers: Sampler;
}

function samplersOf({ sampler, ratio }: TelemetryConfig): Samplers {
  const named = sampler.replace('parentbased_', '');
  const own =
    named === 'limited'
      ? limitedSampler(() => performance.now())
      : named === 'always_on'
        ? new AlwaysOnSampler()
        : named === 'always_off'
          ? new AlwaysOffSampler()
          : new TraceIdRatioBasedSampler(ratio);
  return { ofFirst: own, ofOthers: named === sampler ? own : new ParentBasedSampler({ root: own }) };
}
