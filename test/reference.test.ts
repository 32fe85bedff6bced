/** The API reference for people, which shows the OpenAPI document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from './support/service.ts';

describe('the reference', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({
      accountHosts: [{ environment: 'production', pattern: '{account}.muster.localhost' }],
    });
  });
  afterAll(() => service.stop());

  test('asks no other host: page, script and document are all served here', async () => {
    const page = await fetch(`${service.url}/docs`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<title>Muster API reference</title>');
    expect(html).toContain('"url": "/svc-api/openapi.json"');
    expect(html).not.toMatch(/https?:/);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${service.url};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const [, src = ''] = /<script src="([^"]+)"/.exec(html) ?? [];
    const script = await fetch(service.url + src);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toContain('createApiReference');
    const plain = await fetch(service.url + src, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), (await plain.text()).length > 1_000_000]).toEqual([null, true]);
  });

  test('under the host of an account, the document has the address of that account', async () => {
    const { port } = new URL(service.url);
    const { request } = await import('node:http');
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { host: `acme.muster.localhost:${port}` };
      request(`${service.url}/svc-api/openapi.json`, { headers }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve(Buffer.concat(chunks).toString());
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(text).servers[0].url).toBe(`http://acme.muster.localhost:${port}`);
  });
});
