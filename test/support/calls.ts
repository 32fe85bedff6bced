/** Requests to a service over HTTP, and tokens to send along. */
import type { ClientCredentials } from '../../cli/client-applications.ts';
import { type PlainResponse, plainRequest } from './plain-request.ts';

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string | undefined>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export async function tokenFor(
  url: string,
  { clientId, clientSecret }: ClientCredentials,
  scopes: readonly string[] = [],
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  const { text } = await plainRequest(`${url}/connect/token`, 'POST', headers, form.toString());
  const { access_token } = JSON.parse(text) as { access_token: string };
  return access_token;
}

/** The headers of every request of a client application. */
export const apiHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'api-version': '2024-11-01',
});

/** A body that is text, bytes or a form is sent as it is; anything else as JSON. */
export async function call(
  url: string,
  token: string | null,
  method: string,
  path: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const isForm = body instanceof FormData;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || isForm;
  const sent: Record<string, string | undefined> = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    'api-version': '2024-11-01',
    // By default: compressing and expanding every response is a quarter of the work of the suite.
    'accept-encoding': 'identity',
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...headers,
  };
  const address = path.startsWith('http') ? path : url + path;
  const headersSent = Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const content = isRaw || body === undefined ? body : JSON.stringify(body);
  const { status, headers: received, text } = await respond(address, method, headersSent, content as SentBody);
  const isJson = /json/.test(received.get('content-type') ?? '');
  return {
    status,
    headers: received,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
}

type SentBody = string | Uint8Array<ArrayBuffer> | FormData | undefined;

/** Forms and compressed responses need `fetch`, which costs more. */
async function respond(
  address: string,
  method: string,
  headers: Record<string, string>,
  body: SentBody,
): Promise<PlainResponse> {
  if (!(body instanceof FormData) && headers['accept-encoding'] === 'identity' && address.startsWith('http:')) {
    return plainRequest(address, method, headers, body);
  }
  const answer = await fetch(address, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
