/**
 * Which addresses are open to whom. The lists are written manually: a change that opens an address to more people, or
 * makes a stable address beta, must be made here too.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { collectionOf } from '@muster/contract/kit/resource.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../server/http/api/routes.ts';
import { type TestService, testService } from './support/service.ts';

/** Responses without a token. */
const publicRoutes = [
  'DELETE /admin-api/session',
  'GET /',
  'GET /.well-known/jwks.json',
  'GET /.well-known/oauth-authorization-server',
  'GET /admin-api/openapi.json',
  'GET /admin-api/session/provider/callback',
  'GET /admin-api/sign-in',
  'GET /console',
  'GET /console/*',
  'GET /console/assets/*',
  'GET /docs',
  'GET /docs/',
  'GET /docs/js/scalar.js',
  'GET /health/live',
  'GET /health/ready',
  'GET /problems',
  'GET /problems/:name',
  'GET /svc-api/openapi.json',
  'POST /admin-api/invitation',
  'POST /admin-api/invitation/acceptance',
  'POST /admin-api/session',
  'POST /admin-api/session/passkey',
  'POST /admin-api/session/passkey/options',
  'POST /admin-api/session/provider',
  'POST /connect/introspection',
  'POST /connect/revocation',
  'POST /connect/token',
];

/** Any token is enough: no scope is needed. */
const scopeless = [
  'GET /admin-api/overviews/:id',
  'GET /svc-api/schemas',
  'GET /svc-api/schemas/:id',
  'POST /svc-api/events',
];

const beta = [
  'employee-attribute-definitions',
  'employee-attributes',
  'employment-templates',
  'files',
  'job-qualifications',
  'probationary-periods',
  'taxonomies',
  'taxonomy-labels',
  'webhook-deliveries',
  'webhook-delivery-attempts',
  'webhook-endpoint-secrets',
  'webhook-endpoints',
  'webhook-redeliveries',
];

/** Clients cannot write anything below these. */
const readOnly = [
  'api-key-uses',
  'audit-entries',
  'events',
  'history-entries',
  'import-errors',
  'leave-requests',
  'logged-requests',
  'overviews',
  'portraits',
  'read-entries',
  'schemas',
  'webhook-delivery-attempts',
];

let service: TestService;
const served = new Set<string>();

function watch(message: unknown): void {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) served.add(`${one} ${url}`);
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', watch);
  service = await testService();
  unsubscribe('fastify.initialization', watch);
});
afterAll(() => service.stop());

test('without a token, exactly the public routes answer', async () => {
  const open: string[] = [];
  for (const route of served) {
    const [method = '', url = ''] = route.split(' ');
    if (!['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue;
    const path = url.replace(':ownerId', '1').replace(':id', '1').replace(':name', 'validation');
    // As from a page of the console, so that only the missing token or session is refused.
    const headers = { 'api-version': '2024-11-01', 'sec-fetch-site': 'same-origin' };
    const { status } = await fetch(service.url + path, { method, headers });
    // 401: a token is needed. 405: the address has no such method.
    if (status !== 401 && status !== 405) open.push(route);
  }
  expect(open.sort()).toEqual(publicRoutes);
});

test('every other route needs a scope, except those listed', () => {
  const open = routes.filter(({ scopes }) => scopes === 'any-token').map(({ method, url }) => `${method} ${url}`);
  expect(open.sort()).toEqual(scopeless);
});

/** Versions are part of their resource: beta if it is. */
const pathIn = ({ resource: { path, within, hasNoAddress } }: (typeof routes)[number]): string =>
  hasNoAddress && within ? collectionOf(within.type) : path;

test('the beta resources are those listed', () => {
  const found = new Set(routes.filter(({ resource }) => resource.isBeta).map(pathIn));
  expect([...found].sort()).toEqual(beta);
});

test('the read-only resources are those listed', () => {
  const written = new Set(routes.filter(isWrite).map(pathIn));
  const found = new Set(routes.map(pathIn).filter((path) => !written.has(path)));
  expect([...found].sort()).toEqual(readOnly);
  expect(routes.filter(({ url }) => url.endsWith('/versions')).filter(isWrite)).toEqual([]);
});

/** A route that is always refused writes nothing. */
const isWrite = ({ method, resource }: (typeof routes)[number]): boolean =>
  method !== 'GET' && !('create' in resource.refused);
