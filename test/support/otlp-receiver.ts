/** A receiver of OTLP over HTTP, as a collector is one: it decodes what is sent, in JSON or in protobuf. */
import { startReceiver } from './webhooks/receiver.ts';

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const plain = (attributes: readonly KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export interface OtlpReceiver {
  readonly url: string;
  spans(): SentSpan[];
  /** Names of metrics, each with the attributes of its points. */
  metrics(): Map<string, readonly Readonly<Record<string, unknown>>[]>;
  logs(): { readonly body: unknown; readonly traceId?: string; readonly attributes: Record<string, unknown> }[];
  /** Everything that was received, as text. */
  text(): string;
  /** Bodies in protobuf by path. */
  binary(path: string): Buffer[];
  close(): Promise<void>;
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const receiver = await startReceiver();
  const bodies = (path: string) => receiver.received.filter((one) => one.path === path).map(({ body }) => body);
  // biome-ignore lint/suspicious/noExplicitAny: what is received is not ours.
  const json = (path: string): any[] => bodies(path).map((body) => JSON.parse(body.toString()));
  return {
    url: receiver.url,
    spans: () =>
      json('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: plain(span.attributes) })),
    metrics: () =>
      new Map(
        json('/v1/metrics')
          .flatMap(({ resourceMetrics }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics)
          .map(({ name, sum, gauge, histogram }) => [
            name,
            // biome-ignore lint/suspicious/noExplicitAny: as above.
            (sum ?? gauge ?? histogram).dataPoints.map((point: any) => ({
              ...point,
              attributes: plain(point.attributes),
            })),
          ]),
      ),
    logs: () =>
      json('/v1/logs')
        .flatMap(({ resourceLogs }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords)
        .map((record) => ({ ...record, body: record.body.stringValue, attributes: plain(record.attributes) })),
    text: () => receiver.received.map(({ body }) => body.toString()).join('\n'),
    binary: bodies,
    close: receiver.close,
  };
}

/** The fields of a message of protobuf by number: a number, or the bytes of a text or of a message. */
export function fieldsOf(bytes: Buffer): Map<number, (Buffer | bigint)[]> {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] ?? 0);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const kind = key & 7;
    const value = kind === 0 ? varint() : kind === 2 ? take(Number(varint())) : take(kind === 1 ? 8 : 4);
    const number = key >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}
