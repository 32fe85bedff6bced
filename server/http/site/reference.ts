/**
 * The OpenAPI document and its reference. Both are public and contact no other host: the policy of the page allows only
 * this service and the token endpoint.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { administrationOpenApi, type OpenApiDocument, openApi } from '@muster/contract/openapi.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressBook } from '../../identity/accounts/addresses.ts';
import { contentTag, names } from '../response/etag.ts';
import { jsonType, sendText } from '../response/response.ts';

export interface ReferenceTexts {
  readonly prefix: `/${string}`;
  readonly title: string;
  readonly documentUrl: string;
}

export interface ReferenceParts {
  readonly page: string;
  /** Compressed with gzip, which every browser supports. */
  readonly script: Uint8Array;
}

export interface ReferenceOptions {
  readonly publicUrl: string;
  readonly addresses: AddressBook;
}

const texts: ReferenceTexts = { prefix: '/docs', title: 'Muster API reference', documentUrl: '/svc-api/openapi.json' };

export function serveReference(app: FastifyInstance, { publicUrl, addresses }: ReferenceOptions): void {
  const { authUrl } = addresses;
  serveDocument(app, texts.documentUrl, { publicUrl, addresses }, (baseUrl) => openApi({ baseUrl, authUrl }));
  serveDocument(app, '/admin-api/openapi.json', { publicUrl, addresses }, administrationOpenApi);

  let loading: Promise<Reference> | undefined;
  const load = () => {
    loading ??= loadReference(addresses.authUrl).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { page, pageTag, policy } = await load();
    reply.header('content-security-policy', policy);
    return fresh(request, reply, pageTag, 'text/html; charset=utf-8', () => page);
  };
  app.get(texts.prefix, servePage);
  app.get(`${texts.prefix}/`, servePage);
  app.get(`${texts.prefix}/js/scalar.js`, async (request, reply) => {
    const { script, scriptTag } = await load();
    const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (isZipped) reply.header('content-encoding', 'gzip');
    reply.header('vary', 'Accept-Encoding');
    const type = 'text/javascript; charset=utf-8';
    return fresh(request, reply, scriptTag, type, () => (isZipped ? script : unpacked(script)));
  });
}

function serveDocument(
  app: FastifyInstance,
  url: string,
  { publicUrl, addresses }: ReferenceOptions,
  written: (baseUrl: string) => OpenApiDocument,
): void {
  // Written once, without an address: it takes a tenth of a second, and anybody can use the host of any account.
  let kept: { parts: readonly string[]; etag: string } | undefined;
  const template = () => {
    const text = kept ? '' : JSON.stringify(written(anyAddress));
    kept ??= { parts: text.split(anyAddress), etag: contentTag(text) };
    return kept;
  };
  app.get(url, (request, reply) => {
    const at = addresses.accountAt(request.host);
    const baseUrl = at.kind === 'account' ? addresses.baseUrlOf(at) : publicUrl;
    const { parts, etag } = template();
    return fresh(request, reply, contentTag(`${etag} ${baseUrl}`), jsonType, () => parts.join(baseUrl));
  });
}

/** Stands for the address of an account. No text of a document contains it, and an address needs no escapes in JSON. */
const anyAddress = 'https://address.invalid';

interface Reference extends ReferenceParts {
  readonly pageTag: string;
  readonly scriptTag: string;
  readonly policy: string;
}

async function loadReference(authUrl: string): Promise<Reference> {
  const { page, script } = await makeParts();
  const placed = page
    .replace('<html>', '<html lang="en">')
    .replace('</title>', '</title>\n    <link rel="icon" href="data:,">')
    // Works for `/docs` and `/docs/`.
    .replace('src="js/', `src="${texts.prefix}/js/`);
  const buffer = Buffer.from(script);
  return {
    page: placed,
    script: buffer,
    pageTag: contentTag(placed),
    scriptTag: contentTag(buffer.toString('latin1')),
    policy: policyFor(placed, authUrl),
  };
}

function makeParts(): Promise<ReferenceParts> {
  return new Promise((resolve, reject) => {
    const maker = fork(new URL('./reference-thread.ts', import.meta.url), [JSON.stringify(texts)], {
      serialization: 'advanced',
      // The child process gets no secrets of the service.
      env: {},
      execArgv: [],
    });
    maker.once('message', (parts) => resolve(parts as ReferenceParts));
    maker.once('error', reject);
    maker.once('exit', (code) => reject(new Error(`The reference could not be made (exit code ${code}).`)));
  });
}

/** Scripts: ours and the one in the page, by its digest. Connections: the API itself, and the token endpoint. */
function policyFor(page: string, authUrl: string): string {
  const inline = [...page.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${authUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** In another thread: the script has megabytes. */
const unpacked = promisify<Uint8Array, Buffer>(gunzip);

async function fresh(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  type: string,
  content: () => string | Uint8Array | Promise<Uint8Array>,
): Promise<FastifyReply> {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, etag)) {
    reply.removeHeader('content-encoding');
    return reply.code(304).send();
  }
  const body = await content();
  reply.header('content-type', type);
  return typeof body === 'string' ? sendText(reply, body) : reply.send(body);
}
