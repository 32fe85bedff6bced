/** Whole collections as streams. */
import { apiHeaders, type TestClient } from './service.ts';

export interface Snapshot {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Opens a stream; its body is not read. */
export const opened = (
  url: string,
  { token }: Pick<TestClient, 'token'>,
  path: string,
  accept: string,
  more: RequestInit = {},
): Promise<Response> => fetch(url + path, { ...more, headers: { ...apiHeaders(token), accept } });

export async function snapshotOf(
  service: { readonly url: string },
  client: Pick<TestClient, 'token'>,
  path: string,
  accept = 'application/x-ndjson',
): Promise<Snapshot> {
  const answer = await opened(service.url, client, path, accept);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
export const rowsIn = ({ text }: Pick<Snapshot, 'text'>): any[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
