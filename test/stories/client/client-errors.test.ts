import { randomBytes } from 'node:crypto';
import * as client from '@muster/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { frontServer } from '../../support/front.ts';
import { musterOf, musterWith, type Seen } from '../../support/muster.ts';
import { limits, type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let service: TestService;
/** Another node of the same installation with a short limit, so that other tests have time. */
let hurried: TestService;
let account: Account;
let seen: Seen;

beforeAll(async () => {
  fresh = await freshDatabase();
  const common = { databaseUrl: fresh.url, masterKey: randomBytes(32) };
  service = await testService({ ...common, limits: { ...limits, bodyBytes: 2000 } });
  hurried = await testService({ ...common, publicUrl: service.url, limits: { ...limits, requestMs: 1000 } });
  account = await service.openAccount('acme');
  seen = await musterOf(service, account);
});
afterAll(async () => {
  await hurried.stop();
  await service.stop();
  await fresh.drop();
});

/** The error that the client throws, which must be one of ours. */
async function refusal(work: Promise<unknown>): Promise<client.ProblemError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(client.ProblemError);
  return error as client.ProblemError;
}

/** A client whose requests are modified on their way. */
const bent = (change: (init: RequestInit & { headers: Headers }) => RequestInit) =>
  musterWith(service, seen.credentials, {
    fetch: (input, init) => {
      const isApi = String(input).includes('/svc-api/');
      return fetch(input, isApi ? change({ ...init, headers: new Headers(init?.headers) }) : init);
    },
  }).muster;

const withHeader = (name: string, value: string) =>
  bent((init) => {
    init.headers.set(name, value);
    return init;
  });

test('an error has status, title, detail, languages, address and trace', async () => {
  const error = await refusal(seen.muster.taxonomies.read('404'));
  expect(error).toBeInstanceOf(client.NotFoundError);
  expect(error).toMatchObject({
    name: 'NotFoundError',
    kind: 'not-found',
    status: 404,
    title: 'Not Found',
    instance: `${service.url}/svc-api/taxonomies/404`,
    isRetryable: false,
  });
  expect(error.message).toBe(error.detail);
  expect(error.detailIn('en-GB')).toBe(error.detail);
  expect(error.detailIn('de-DE')).toContain('keine Ressource');
  expect(service.logLines.some((line) => line.includes(String(error.traceId)))).toBe(true);
});

test('a wrong body is a ValidationError with all errors by name', async () => {
  const error = await refusal(seen.muster.taxonomies.create({ name: '', sortLabelsBy: 'size' as 'name' }));
  expect(error).toBeInstanceOf(client.ValidationError);
  expect(Object.keys((error as client.ValidationError).errors).sort()).toEqual(['name', 'sortLabelsBy']);
  expect(error.message).toContain('sortLabelsBy: ');
});

test('a wrong token is an UnauthorizedError', async () => {
  const { muster } = musterWith(service, seen.credentials, { token: () => 'nonsense' });
  expect(await refusal(muster.taxonomies.read('1'))).toBeInstanceOf(client.UnauthorizedError);
});

test('a missing scope is a ForbiddenError', async () => {
  const { muster } = await musterOf(service, account, { granted: ['taxonomies.readonly'] });
  const error = await refusal(muster.taxonomies.create({ name: 'Skills' }));
  expect(error).toBeInstanceOf(client.ForbiddenError);
  expect(error.detail).toContain('taxonomies.readwrite');
});

test('a version that is no longer current is a PreconditionFailedError with the one that is', async () => {
  const made = await seen.muster.taxonomies.create({ name: 'Old' });
  const { etag } = await seen.muster.taxonomies.update(made.id, { name: 'New' });
  for (const write of [
    () => seen.muster.taxonomies.update(made.id, { name: 'Newer' }, { ifMatch: made.etag }),
    () => seen.muster.taxonomies.remove(made.id, { ifMatch: made.etag }),
  ]) {
    const error = await refusal(write());
    expect(error).toBeInstanceOf(client.PreconditionFailedError);
    expect(error).toMatchObject({ etag });
  }
  expect(await seen.muster.taxonomies.read(made.id)).toMatchObject({ name: 'New' });
});

test('a method that an address does not offer is a MethodNotAllowedError with those it does', async () => {
  const error = await refusal(bent((init) => ({ ...init, method: 'PUT' })).taxonomies.create({ name: 'Put' }));
  expect(error).toBeInstanceOf(client.MethodNotAllowedError);
  expect(error).toMatchObject({ allowed: ['GET', 'HEAD', 'POST', 'OPTIONS'] });
});

test('a media type that the service does not write is a NotAcceptableError', async () => {
  expect(await refusal(withHeader('accept', 'text/html').taxonomies.page())).toBeInstanceOf(client.NotAcceptableError);
});

test('a media type that the service does not read is an UnsupportedMediaTypeError', async () => {
  const error = await refusal(withHeader('content-type', 'text/csv').taxonomies.create({ name: 'Comma' }));
  expect(error).toBeInstanceOf(client.UnsupportedMediaTypeError);
});

test('a body over the limit is a ContentTooLargeError', async () => {
  const error = await refusal(seen.muster.taxonomies.create({ name: 'x'.repeat(3000) }));
  expect(error).toBeInstanceOf(client.ContentTooLargeError);
});

test('headers over the limit are a HeaderTooLargeError', async () => {
  const error = await refusal(withHeader('x-long', 'x'.repeat(10_000)).taxonomies.page());
  expect(error).toBeInstanceOf(client.HeaderTooLargeError);
});

test('a request that takes too long is a ServerTimeoutError, which is a ServerError', async () => {
  const { id } = await seen.muster.taxonomies.create({ name: 'Slow' });
  const error = await service.database.transaction(account.id, async (tx) => {
    await tx.run(statement('select 1 from taxonomies where account_id = $1 and id = $2 for update'), [id]);
    const { muster } = musterWith(hurried, seen.credentials, { authUrl: service.url });
    return refusal(muster.taxonomies.update(id, { name: 'Slower' }));
  });
  expect(error).toBeInstanceOf(client.ServerTimeoutError);
  expect(error).toBeInstanceOf(client.ServerError);
  expect(error).toMatchObject({ kind: 'timeout', status: 500, isRetryable: false });
});

test('a failure of the service is a ServerError that may be retried', async () => {
  await service.database.query('alter table taxonomy_labels rename to hidden_labels');
  const error = await refusal(seen.muster.taxonomyLabels.page());
  await service.database.query('alter table hidden_labels rename to taxonomy_labels');
  expect(error.constructor).toBe(client.ServerError);
  expect(error).toMatchObject({ kind: 'internal', status: 500, isRetryable: true });
});

test('the page of a proxy is an error of its status, or an UnexpectedAnswerError', async () => {
  const page = '<html>Please sign in</html>';
  for (const [status, expected] of [
    [200, client.UnexpectedAnswerError],
    [404, client.NotFoundError],
    [502, client.ServerError],
    [503, client.UnavailableError],
  ] as const) {
    const front = await frontServer((_, answer) => answer.writeHead(status, { 'content-type': 'text/html' }).end(page));
    const { muster } = musterWith(service, seen.credentials, { baseUrl: front.url, retry: { attemptsMax: 1 } });
    await expect(muster.taxonomies.page()).rejects.toBeInstanceOf(expected);
    await front.close();
  }
});

test('neither token nor request follows a redirect', async () => {
  let followed = 0;
  const elsewhere = await frontServer((_, answer) => {
    followed += 1;
    answer.end('{}');
  });
  const front = await frontServer((_, answer) => answer.writeHead(307, { location: elsewhere.url }).end());
  const options = { baseUrl: front.url, retry: { attemptsMax: 1 } };
  const { muster } = musterWith(service, seen.credentials, options);
  await expect(muster.taxonomies.page()).rejects.toBeInstanceOf(client.ConnectionError);
  const redirected = musterWith(service, seen.credentials, { ...options, authUrl: front.url });
  await expect(redirected.muster.taxonomies.page()).rejects.toBeInstanceOf(client.ConnectionError);
  expect(followed).toBe(0);
  await front.close();
  await elsewhere.close();
});

test('an unreachable address is a ConnectionError', async () => {
  const front = await frontServer(() => undefined);
  await front.close();
  const { muster } = musterWith(service, seen.credentials, { baseUrl: front.url, retry: { attemptsMax: 1 } });
  const asked = muster.taxonomies.list({ search: 'Mme Dupont' })[Symbol.asyncIterator]().next();
  const error = await asked.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(client.ConnectionError);
  expect(String(error)).toContain('ECONNREFUSED');
  expect(String(error)).not.toContain('Dupont');
});

test('an answer that does not come in time is a ConnectionError', async () => {
  const front = await frontServer(() => undefined);
  const options = { baseUrl: front.url, timeoutMs: 50, retry: { attemptsMax: 1 } };
  const { muster } = musterWith(service, seen.credentials, options);
  await expect(muster.taxonomies.page()).rejects.toBeInstanceOf(client.ConnectionError);
  await front.close();
});

test('an abortion while waiting for an answer is thrown as its own reason', async () => {
  const front = await frontServer(() => undefined);
  const { muster } = musterWith(service, seen.credentials, { baseUrl: front.url });
  const reason = new Error('enough');
  const controller = new AbortController();
  const asked = muster.taxonomies.page({ signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  await expect(asked).rejects.toBe(reason);
  await front.close();
});

test('a wrong address is refused before anything is sent', () => {
  expect(() => client.musterClient({ baseUrl: 'acme', token: () => 'x' })).toThrow('baseUrl must be an address');
});
