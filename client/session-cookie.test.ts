/** On pages of the service itself no token is sent: the cookie of the session, which no script sees, speaks for people. */
import { expect, test } from 'vitest';
import { musterClient, UnauthorizedError } from './client.ts';

function clientAnswering(status: number) {
  const asked: Headers[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers));
    return Response.json(status === 200 ? { items: [], links: { prev: null, next: null } } : {}, { status });
  };
  const muster = musterClient({ baseUrl: 'https://acme.example.com', token: () => null, fetch });
  return { muster, asked };
}

test('a request without a token names the version alone', async () => {
  const { muster, asked } = clientAnswering(200);
  await muster.taxonomies.page();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.has('authorization')).toBe(false);
  expect(asked[0]?.has('api-version')).toBe(true);
});

test('a 401 is final: there is no token to renew', async () => {
  const { muster, asked } = clientAnswering(401);
  await expect(muster.taxonomies.page()).rejects.toThrow(UnauthorizedError);
  expect(asked).toHaveLength(1);
});
