/** A receiver as the listener of a Node HTTP server. Knows Node by the shape of its objects: nothing of it is imported. */
import type { Receiver } from './receiver.ts';

export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

/** `http.createServer(nodeListener(receiver))`, or a route of a framework that leaves the body unread. */
export const nodeListener =
  (receiver: Pick<Receiver, 'handle'>) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const answer = await receiver.handle(asRequest(request));
    // What was left unread would be taken for the next request.
    const isCut = answer.status === 413;
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...(isCut && { connection: 'close' }) });
    response.end(await answer.text());
  };

function asRequest(request: NodeRequest): Request {
  const { method = 'GET', url = '/', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, 'http://receiver.invalid'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, one]])),
    ),
    // `duplex` is what `fetch` wants next to a stream, and what its types do not know yet.
    ...(hasBody && ({ body: streamOf(request), duplex: 'half' } as object)),
  });
}

/** Not ended from this side: that would take the connection away, and the answer with it. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
