/** An administrator of the account, signed in at any node: erasures are planned by people, never by clients. */
import { password } from '../support/people/person.ts';

export interface Administrator {
  /** One attempt; throws without an answer. */
  call(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
}

export interface SignIn {
  readonly publicUrl: string;
  readonly fetch: typeof fetch;
  readonly account: string;
  readonly email: string;
}

const attemptMs = 10_000;

export function administrator({ publicUrl, fetch, account, email }: SignIn): Administrator {
  let cookie = '';

  async function send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = {
      ...{ 'api-version': '2024-11-01', 'sec-fetch-site': 'same-origin', cookie },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(attemptMs);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(`${publicUrl}/admin-api/${path}`, { method, headers, signal, ...sent });
  }

  async function signIn(): Promise<void> {
    const answer = await send('POST', 'session', { account, environment: 'production', email, password });
    if (!answer.ok) throw new Error(`The sign-in was refused: ${await answer.text()}`);
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    await answer.arrayBuffer();
  }

  return {
    async call(method, path, body) {
      let answer = cookie === '' ? null : await send(method, path, body);
      if (answer === null || answer.status === 401) {
        await answer?.arrayBuffer();
        await signIn();
        answer = await send(method, path, body);
      }
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
  };
}
