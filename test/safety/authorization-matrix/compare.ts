/** Sends the requests of a matrix concurrently, and reports responses that differ from the expected ones. */
import { Agent, request } from 'node:http';

export interface Cell {
  readonly name: string;
  readonly expected: unknown;
  readonly actual: () => Promise<unknown>;
}

/** More than the connections of the service, so that it is never idle. */
const atOnce = 16;

export async function differencesOf(cells: readonly Cell[]): Promise<string[]> {
  const differences: string[] = [];
  let next = 0;
  const work = async () => {
    for (let cell = cells[next++]; cell !== undefined; cell = cells[next++]) {
      const [expected, actual] = [JSON.stringify(cell.expected), JSON.stringify(await cell.actual())];
      if (expected !== actual) differences.push(`${cell.name}: expected ${expected}, got ${actual}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return differences;
}

export interface Answered {
  readonly status: number;
  readonly etag: string | undefined;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** As few steps as possible: a matrix has many thousand requests. */
export function asked(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const length = { 'content-type': 'application/json', 'content-length': String(text?.length) };
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...(text !== undefined && length) } },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const { statusCode = 0, headers: received } = reply;
          resolve({ status: statusCode, etag: received.etag, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
