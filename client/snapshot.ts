/** A whole collection as it is at one moment, streamed: one request, whatever its size, and no page in between. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { snapshotTypes } from '@muster/contract/snapshot-types.ts';
import type { Representation } from './collection.ts';
import { ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { type FileSource, opened } from './files.ts';
import { type AnyQuery, type Include, type Query, queryText } from './query.ts';

/** Can be read once. An iteration that ends without an error has read everything. */
export interface Snapshot<T> extends AsyncIterable<T> {
  /** The event to follow after: pass it as `after` to `events.feed`, and the copy stays exact. */
  readonly eventPosition: string;
  /** With `include: ['totalCount']`. */
  readonly totalCount: number | null;
}

/** The query of a list, without pages. */
export type SnapshotQuery<R extends Resource, I extends readonly Include[]> = Omit<
  Query<R>,
  'limit' | 'after' | 'include'
> & { readonly include?: I };

export interface SnapshotMethods<R extends Resource> {
  /** Every item in one streamed response, consistent as of one moment. */
  snapshot<const I extends readonly Include[] = []>(
    query?: SnapshotQuery<R, I>,
  ): Promise<Snapshot<Representation<R, I>>>;
}

export type SnapshotSource = Pick<FileSource, 'wire' | 'baseUrl' | 'tokenOf'>;

export async function snapshot<T>(
  source: SnapshotSource,
  collection: string,
  { signal, ...query }: AnyQuery & { readonly signal?: AbortSignal },
): Promise<Snapshot<T>> {
  const href = `${source.baseUrl}${collection}${queryText(query)}`;
  const answer = await opened(source, href, snapshotTypes.ndjson, signal);
  const { body, headers } = answer;
  const eventPosition = headers.get('muster-event-position');
  if (body === null || eventPosition === null) throw new UnexpectedAnswerError(answer.status, '');
  const totalCount = headers.get('muster-total-count');
  return {
    eventPosition,
    totalCount: totalCount === null ? null : Number(totalCount),
    [Symbol.asyncIterator]: () => rowsOf<T>(body, signal),
  };
}

async function* rowsOf<T>(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    while (true) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ConnectionError('The stream was cut: not every item has arrived.', { cause });
      });
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      // JSON gets its type here: the service responds as its declarations say, which its tests verify.
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } finally {
    // A loop that is left ends the request.
    await reader.cancel().catch(() => undefined);
  }
}
