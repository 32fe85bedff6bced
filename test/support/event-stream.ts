/** A reader of server-sent events, written from the standard instead of our code: field by field, line by line. */
import type { TestClient } from './service.ts';

export interface SentEvent {
  /** The id that a reader resumes with after this event. */
  readonly lastEventId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  readonly comments: string[];
  /** An id without data changes it too. */
  readonly lastEventId: () => string;
  /** The next events; fewer if the stream ends before. */
  take(count: number): Promise<SentEvent[]>;
  /** Resolves when the service ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

export async function openStream(
  url: string,
  { token }: TestClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const aborting = new AbortController();
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, 'api-version': '2024-11-01', accept: 'text/event-stream', ...headers },
    signal: aborting.signal,
  });
  const comments: string[] = [];
  let lastEventId = '';
  const sent: AsyncIterator<SentEvent> = parsed(answer.body as ReadableStream<Uint8Array>, comments, (id) => {
    lastEventId = id;
  });
  return {
    status: answer.status,
    headers: answer.headers,
    comments,
    lastEventId: () => lastEventId,
    async take(count) {
      const taken: SentEvent[] = [];
      while (taken.length < count) {
        const { value, done } = await sent.next();
        if (done) break;
        taken.push(value);
      }
      return taken;
    },
    async ended() {
      while (!(await sent.next()).done);
    },
    close: () => aborting.abort(),
  };
}

async function* parsed(
  body: ReadableStream<Uint8Array>,
  comments: string[],
  onId: (id: string) => void,
): AsyncGenerator<SentEvent> {
  let buffered = '';
  let lastEventId = '';
  let data: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    buffered += decoder.decode(chunk, { stream: true });
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (line === '') {
        onId(lastEventId);
        if (data.length > 0) yield { lastEventId, data: JSON.parse(data.join('\n')) };
        data = [];
      } else if (field === '') comments.push(value);
      else if (field === 'data') data.push(value);
      else if (field === 'id') lastEventId = value;
      else throw new Error(`Nobody expects the field ${field}.`);
    }
  }
}
