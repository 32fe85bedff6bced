/** A receiver as the listener of a Node HTTP server. It uses Node's objects by shape and imports nothing. */
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
    // An unread rest of the body would be taken for the next request.
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
    // `fetch` needs `duplex` with a stream, but its types do not have it yet.
    ...(hasBody && ({ body: streamOf(request), duplex: 'half' } as object)),
  });
}

/** Not ended from this side, because that would close the connection before the response. */
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
