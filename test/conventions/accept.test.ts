/** `Accept` is checked if a successful response has a body. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyResource, newcomer, pathOf, someRow, validRequest } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = (await newcomer(service)).client;
});

describe.each(oneIn(8, everyResource, 0))('$path', (resource: Resource) => {
  let row: { readonly id: string };
  beforeAll(async () => {
    row = await someRow(service, client, resource);
  });

  /** An address with a readable response. */
  const asked = () => (resource.operations.includes('list') ? pathOf(resource) : pathOf(resource, row.id));

  test.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, application/json;q=0.1',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    '',
    'application/problem+json',
    'application/problem+json, text/html',
    'Application/Problem+JSON; charset=utf-8',
  ])('Accept: %s is answered', async (accept) => {
    expect((await client.call('GET', asked(), { headers: { accept } })).status).toBe(200);
  });

  test.each([
    'text/html',
    'application/xml',
    'text/*',
    'application/json;q=0',
    'application/json;q=0, */*',
    'application/problem+json;q=0',
    'application/problem+json, application/json;q=0',
    'nonsense',
  ])('Accept: %s is 406, and the problem is JSON all the same', async (accept) => {
    const reply = await client.call('GET', asked(), { headers: { accept } });
    expect(reply).toMatchObject({ status: 406, body: { title: 'Not Acceptable' } });
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  test.runIf(resource.operations.includes('remove'))('a removal succeeds whatever Accept says', async () => {
    for (const accept of ['application/problem+json', 'text/html', 'application/json;q=0']) {
      const { id } = await someRow(service, client, resource);
      const { method, path, options } = await validRequest(client, resource, 'remove', id);
      expect((await client.call(method, path, { ...options, headers: { accept } })).status).toBe(204);
    }
  });
});
