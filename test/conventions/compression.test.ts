import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect } from 'vitest';
import { answering, newcomer, pathOf, populate } from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = (await newcomer(service)).client;
});

interface Raw {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
}

/** The raw response: fetch would decompress it. */
const get = (path: string, headers: Record<string, string>): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const common = { authorization: `Bearer ${client.token}`, 'api-version': '2024-11-01' };
    request(service.url + path, { headers: { ...common, ...headers } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync };

const listed = answering('list');

describe.each(oneIn(8, listed, 2))('a list of $path', (resource: Resource) => {
  const facet = facetsOf(listed, resource);
  const path = pathOf(resource);
  let plain: Raw;

  beforeAll(async () => {
    await populate(service, client, resource, 10);
    plain = await get(path, {});
    expect(plain.bytes.length).toBeGreaterThan(1024);
  });

  facet('is not compressed unless asked for', async () => {
    for (const encoding of ['identity', 'unknown', '']) {
      const answer = await get(path, encoding === '' ? {} : { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.bytes.equals(plain.bytes)).toBe(true);
    }
  });

  facet.each(Object.keys(decoders) as (keyof typeof decoders)[])(
    'comes as %s and is the same inside',
    async (encoding) => {
      const answer = await get(path, { 'accept-encoding': encoding });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding]);
      expect(decoders[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length);
      expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
      expect(answer.headers.etag).toBe(plain.headers.etag);
      expect(String(answer.headers.vary).toLowerCase()).toBe('accept, accept-encoding, authorization, api-version');
      const length = answer.headers['content-length'];
      if (length !== undefined) expect(Number(length)).toBe(answer.bytes.length);
    },
  );

  facet.each([
    { accepted: 'gzip;q=0.5, br;q=1', encoding: 'br' },
    { accepted: 'gzip, deflate, br', encoding: 'br' },
    { accepted: 'deflate, gzip;q=0.2', encoding: 'deflate' },
    { accepted: 'br;q=0, gzip', encoding: 'gzip' },
  ])('Accept-Encoding: $accepted is answered with $encoding', async ({ accepted, encoding }) => {
    expect((await get(path, { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  facet('is 304 without a body when it is held, compressed or not', async () => {
    const headers = { 'accept-encoding': 'br', 'if-none-match': String(plain.headers.etag) };
    const answer = await get(path, headers);
    expect([answer.status, answer.bytes.length, answer.headers['content-encoding']]).toEqual([304, 0, undefined]);
  });

  facet('a problem can be compressed too', async () => {
    const answer = await get(`${path}?nothing=1`, { 'accept-encoding': 'gzip' });
    const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.bytes) : answer.bytes;
    expect(JSON.parse(body.toString())).toMatchObject({ status: 400 });
  });
});
