/**
 * Spans of the work of this process: requests, their statements, and deliveries to webhooks. `server/telemetry` makes them;
 * without OTEL_ variables nobody traces, and nothing is called. Spans name operations, tables and ids, and never hold
 * values or data of people.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  readonly id: string;
  /** The header by which another service continues the trace. */
  readonly traceparent: string;
  /** A statement that runs for it; `startedAtMs` by `performance.now()`. */
  statement(name: string, startedAtMs: number, attributes: SpanAttributes, isFailed: boolean): void;
  end(name: string, attributes: SpanAttributes, isFailed: boolean): void;
}

export interface Tracing {
  /** Continues the trace of the caller, if the header is valid. null: the trace is not sampled. */
  request(traceId: string, traceparent: string | undefined): Span | null;
  /** Continues the trace of the request that made the change; null begins a new trace. */
  delivery(traceparent: string | null): Span | null;
}
