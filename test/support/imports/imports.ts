/** Helpers for stories about imports: a file is sent, and its end is awaited. */
import type { Body, Row } from '../example-row.ts';
import type { Reply, TestClient } from '../service.ts';

export const importsPath = '/svc-api/imports';

export const csvType = 'text/csv';
export const ndjsonType = 'application/x-ndjson';

export const ndjson = (bodies: readonly unknown[]): string =>
  bodies.map((body) => `${JSON.stringify(body)}\n`).join('');

export const sendFile = (
  client: Pick<TestClient, 'call'>,
  query: string,
  file: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  client.call('POST', `${importsPath}?${query}`, {
    body: file,
    headers: { 'content-type': typeof file === 'string' && file.startsWith('{') ? ndjsonType : csvType, ...headers },
  });

/** As it is when it has ended. */
export async function ended(client: Pick<TestClient, 'call'>, { id }: Pick<Row, 'id'>): Promise<Row & Body> {
  for (let waited = 0; waited < 600; waited += 1) {
    const { body } = await client.call('GET', `${importsPath}/${id}`);
    if (body.endedAt !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The import ${id} does not end.`);
}

/** Sends a file and waits for its end. */
export async function imported(
  client: Pick<TestClient, 'call'>,
  query: string,
  file: string | Uint8Array,
): Promise<Row & Body> {
  const reply = await sendFile(client, query, file);
  if (reply.status !== 201) throw new Error(`An import answers ${reply.status}: ${reply.text}`);
  return ended(client, reply.body);
}

/** The errors of an import by line. */
export async function errorsOf(
  client: Pick<TestClient, 'call'>,
  { id }: Pick<Row, 'id'>,
): Promise<Record<number, Record<string, string[]>>> {
  const { body } = await client.call('GET', `${importsPath}/${id}/errors?limit=1000`);
  return Object.fromEntries(
    body.items.map(({ line, errors }: { line: number; errors: Record<string, string[]> }) => [line, errors]),
  );
}
