/**
 * How the console is served to browsers: one page for every address, cacheable assets, and nothing from other sites.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveConsole } from '../../../server/http/site/console.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });

describe('the console that npm ci has built', () => {
  test.each(['/console', '/console/', '/console/people/12?tab=career', '/console/sign-in'])(
    'answers its page at %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  test('allows only its own scripts, and no framing', async () => {
    const { headers } = await get('/console');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('has no script in its page', async () => {
    const html = await (await get('/console')).text();
    expect(html.match(/<script[^>]*>[^<]/g)).toBeNull();
    expect(html).not.toMatch(/\son\w+=/);
  });

  test('has assets that browsers keep, compressed beforehand', async () => {
    const html = await (await get('/console')).text();
    const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const answer = await get(script, { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
  });

  test.each(['/console/assets/missing.js', '/console/assets/..%2f..%2fpackage.json'])(
    'has nothing at %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/problem\+json/);
    },
  );

  test('loads its frame with less than 250 KB', async () => {
    const html = await (await get('/console')).text();
    const urls = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, url = '']) => url,
    );
    expect(urls.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      urls.map(async (url) => Number((await get(url, { 'accept-encoding': 'gzip' })).headers.get('content-length'))),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });
});

describe('a console that is not built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-console-'));
  const app = Fastify();
  serveConsole(app, folder);
  afterAll(() => app.close());

  test('says how to build it', async () => {
    const answer = await app.inject('/console/people');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build -w console');
  });

  test('is served once it is built, without a new start', async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Built</title>');
    const answer = await app.inject('/console/people');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Built');
  });
});
