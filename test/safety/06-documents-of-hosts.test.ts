/** Anybody can ask for the documents of any host: no request writes one again. No page is shown in a foreign frame. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrationOpenApi, openApi } from '../../contract/openapi.ts';
import { inForm } from '../support/form.ts';
import { type RawReply, sendTo } from '../support/raw-http.ts';
import { type TestService, testService } from '../support/service.ts';

const [publicUrl, authUrl] = ['https://hr.example.com', 'https://accounts.example.com'];
let service: TestService;
beforeAll(async () => {
  const accountHosts = [{ environment: 'production' as const, pattern: '{account}.example.com' }];
  service = await testService({ publicUrl, authUrl, accountHosts });
});
afterAll(() => service.stop());

const get = (host: string, path: string, headers: Record<string, string> = {}): Promise<RawReply> =>
  sendTo(service.url, { path, headers: { host, ...headers } });

const pages = ['/', '/problems', '/problems/not-found', '/console/'];

test('the documents of each host name its own addresses, and cost no more than those of the installation', async () => {
  const startedMs = performance.now();
  const written = {
    '/svc-api/openapi.json': (baseUrl: string) => openApi({ baseUrl, authUrl }),
    '/admin-api/openapi.json': administrationOpenApi,
  };
  for (const [path, document] of Object.entries(written)) {
    for (const host of ['hr.example.com', 'acme.example.com', 'other.example.com']) {
      const { status, text } = await get(host, path);
      expect([host, path, status, text === JSON.stringify(document(`https://${host}`))]).toEqual([
        host,
        path,
        200,
        true,
      ]);
    }
  }
  const tags = await Promise.all(['acme', 'other'].map((name) => get(`${name}.example.com`, '/svc-api/openapi.json')));
  expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(2);
  // Seven or more documents were written meanwhile.
  const writingMs = (performance.now() - startedMs) / 7;
  const againMs = performance.now();
  for (let count = 0; count < 40; count += 1) {
    const unchanged = { 'if-none-match': String(tags[0]?.headers.etag) };
    expect((await get('acme.example.com', '/svc-api/openapi.json', unchanged)).status).toBe(304);
  }
  expect(performance.now() - againMs).toBeLessThan(20 * writingMs);
});

// In the short form /docs is asked for by test/reference.test.ts: its first answer takes a second.
test.each(inForm({ short: pages, full: ['/docs', ...pages] }))('the page %s is in no frame', async (path) => {
  const { status, headers } = await get('hr.example.com', path);
  expect(status).toBe(200);
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
});

const others = ['/svc-api/employees', '/admin-api/session', '/api/v3/leaves', '/connect/token', '/health/live', '/%zz'];

test.each(inForm({ short: others, full: ['/docs', ...others] }))(
  'the type of the answer of %s is not guessed',
  async (path) => {
    expect((await get('hr.example.com', path)).headers['x-content-type-options']).toBe('nosniff');
  },
);
