/** A minimal server that receives one upload at a time, and forms to send to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { problems } from '@muster/contract/problems.ts';
import { type ReceivedFile, receiveUpload, type Sink, type UploadLimits } from '@muster/server/files/multipart.ts';
import { Problem } from '@muster/server/problem.ts';

export interface UploadServer {
  /** Sends a whole form. */
  send(body: Buffer<ArrayBuffer> | FormData, type?: string | null): Promise<Response>;
  /** A connection with a sent request head that contains these additional lines. */
  opened(headers: string): Promise<Socket>;
  /** The result of the next upload. */
  outcome: PromiseWithResolvers<ReceivedFile>;
  /** The stored bytes, and whether they are complete. */
  kept: Buffer[];
  isKept: boolean;
  /** What to do with the bytes, and what to wait for before. */
  sink: Sink;
  turn: Promise<void>;
  /** Resets the state. */
  reset(): void;
  stop(): void;
}

const formType = 'multipart/form-data; boundary=b7c1';

export async function uploadServer(limits: UploadLimits): Promise<UploadServer> {
  const http = createServer(async (request, response) => {
    const { resolve, reject } = server.outcome;
    try {
      await server.turn;
      resolve(await receiveUpload(request, limits, (bytes, declared) => server.sink(bytes, declared)));
      response.writeHead(201).end();
    } catch (error) {
      reject(error);
      if (!(error instanceof Problem)) return response.writeHead(500).end(String(error));
      response.writeHead(problems[error.kind].status, error.headers).end(JSON.stringify(error.errors ?? null));
    }
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  const fresh = () => {
    const outcome = Promise.withResolvers<ReceivedFile>();
    outcome.promise.catch(() => undefined);
    return { outcome, kept: [], isKept: false, sink: keeping, turn: Promise.resolve() };
  };
  const keeping: Sink = async (bytes) => {
    for await (const chunk of bytes) server.kept.push(chunk);
    server.isKept = true;
  };
  const server: UploadServer = {
    ...fresh(),
    send: (body, type = formType) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body,
        ...(type !== null && { headers: { 'content-type': type } }),
      }),
    async opened(headers) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\n${headers}\r\n\r\n`);
      return socket;
    },
    reset: () => void Object.assign(server, fresh()),
    stop() {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;
}

/** Parts, with the closing boundary. */
export const form = (...parts: readonly (string | Buffer)[]): Buffer<ArrayBuffer> =>
  Buffer.concat([...parts, '\r\n--b7c1--\r\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** The head of a part, up to its bytes. */
export const part = (disposition: string, ...headers: readonly string[]): string =>
  ['--b7c1', `Content-Disposition: form-data; ${disposition}`, ...headers, '', ''].join('\r\n');

export const contractPart = part('name="form"; filename="contract.pdf"', 'Content-Type: application/pdf');
