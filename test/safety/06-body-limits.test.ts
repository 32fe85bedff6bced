/** A body has limits of size, depth and members that fit its operation; more is refused before anything is built. */
import { administrationOpenApi, openApi } from '@muster/contract/openapi.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../server/http/api/routes.ts';
import { exchange, replies } from '../support/raw-http.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;
const taxonomies = '/svc-api/taxonomies';

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
});

/** The response to a request that announces this many bytes and sends none. */
async function announced(path: string, bytes: number, more = ''): Promise<{ status: number; body: Body }> {
  const text = await exchange(service.url, [
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\nApi-Version: 2024-11-01\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n${more}\r\n`,
  ]);
  const [answer] = replies(text);
  return { status: answer?.status ?? 0, body: answer?.body };
}

interface Body {
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
}

describe('the size of a body', () => {
  const creations = routes
    .filter(
      ({ method, url, resource }) =>
        method === 'POST' && url.startsWith('/svc-api') && !resource.content && !resource.fileBody,
    )
    .filter(({ resource, url }) => resource.operations.includes('create') && !url.includes(':'))
    .map(({ url, resource }) => ({ url, most: resource.bodyBytesMax }));

  test.each(creations)('$url takes at most $most bytes, and says so', async ({ url, most }) => {
    expect(most).toBe(url.endsWith('/employee-attributes') ? 8_000_000 : 1_000_000);
    const refused = await announced(url, most + 1);
    expect([refused.status, refused.body.detail]).toEqual([413, expect.stringContaining(`${most / 1_000_000} MB`)]);
  });

  test('a change has the limit of a creation', async () => {
    const { body: row } = await client.call('POST', taxonomies, { body: { name: 'Kept' } });
    const answer = await client.call('PATCH', `${taxonomies}/${row.id}`, { body: `{"name":"${' '.repeat(1e6)}"}` });
    expect([answer.status, answer.body.detail]).toEqual([413, expect.stringContaining('1 MB')]);
  });

  test('signing in takes 64 KB, a token request 16 KB', async () => {
    const signIn = await announced('/admin-api/session', 64_001, 'Sec-Fetch-Site: same-origin\r\n');
    expect([signIn.status, signIn.body.detail]).toEqual([413, expect.stringContaining('0.064 MB')]);
    const token = await fetch(`${service.url}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'x'.repeat(16_384) }),
    });
    expect([token.status, await token.text()]).toEqual([413, expect.stringContaining('16384 bytes')]);
  });

  test('the reference says how much each operation takes', () => {
    const addresses = { baseUrl: 'https://acme.example.com', authUrl: 'https://acme.example.com' };
    for (const document of [openApi(addresses), administrationOpenApi(addresses.baseUrl)]) {
      const operations = Object.values(document.paths as Record<string, Record<string, Described>>).flatMap((path) =>
        Object.values(path),
      );
      const bodies = operations.flatMap(({ requestBody }) => requestBody ?? []);
      expect(bodies.length).toBeGreaterThan(5);
      for (const { description, content } of bodies) {
        if (!content['multipart/form-data']) expect(description).toMatch(/^At most (1 MB|8 MB|64 KB)/);
      }
    }
  });
});

interface Described {
  readonly requestBody?: { readonly description: string; readonly content: Record<string, unknown> };
}

describe('the content of a body', () => {
  const nested = `{"name":${'['.repeat(32)}${']'.repeat(32)}}`;
  const crowded = `{"name":[${'[],'.repeat(10_000)}[]]}`;

  test.each([
    ['depth', nested, 'The body is nested more than 32 levels deep, at byte 39.'],
    ['number of items', crowded, 'The body holds more than 10,000 members and items, at byte 15006.'],
    ['length of a name', `{"${'x'.repeat(1001)}":1}`, 'The name of a member is longer than 1,000 bytes, at byte 1.'],
  ])('its %s is bounded, and the answer says where the bound is passed', async (_, body, message) => {
    const answer = await client.call('POST', taxonomies, { body });
    expect([answer.status, answer.body.errors]).toEqual([400, { $: [message] }]);
  });

  test('the same bounds hold for signing in', async () => {
    const answer = await client.call('POST', '/admin-api/session', {
      body: crowded,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['$']]);
  });

  test('two lists of a thousand references are not too much', async () => {
    const references = Array.from({ length: 1000 }, (_, index) => ({ id: String(index), type: 'x', url: 'http://x' }));
    const answer = await client.call('POST', '/svc-api/employment-templates', {
      body: { name: 'x', legalEntities: references, others: references },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors['legalEntities.0.type']).toEqual(['Must be "legal-entity".']);
  });
});

describe('the errors of a body', () => {
  const fieldErrorsOf = (errors: Record<string, string[]>) => Object.values(errors).flat().length;

  test.each([
    ['unknown members', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1]))],
    ['items', { topics: Array.from({ length: 150 }, () => 5) }],
    [
      'members inside',
      { t9n: { name: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1])) } },
    ],
  ])('of its %s are listed up to a hundred, and the last entry says that there may be more', async (_, body) => {
    for (const path of ['/svc-api/webhook-endpoints', taxonomies]) {
      const answer = await client.call('POST', path, { body });
      const { errors } = answer.body;
      expect(answer.status).toBe(400);
      if (fieldErrorsOf(errors) < 100) continue;
      expect(fieldErrorsOf(errors)).toBe(101);
      expect(Object.entries(errors).at(-1)).toEqual([
        '$',
        ['Only the first 100 faults are listed; there may be more.'],
      ]);
      expect(answer.body.detail).toContain('100');
    }
  });
});
