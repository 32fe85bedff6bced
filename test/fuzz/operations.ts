/** Every operation, from the OpenAPI documents and the declarations of the legacy API. */
import { administrationOpenApi, openApi } from '@muster/contract/openapi.ts';
import { legacyCollections } from '../../server/legacy/resources.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Area = 'api' | 'administration' | 'sign-in' | 'legacy' | 'token' | 'page';

export interface Parameter {
  readonly name: string;
  readonly schema: Json;
}

export interface Operation {
  readonly name: string;
  readonly area: Area;
  readonly method: string;
  /** With `{id}` and `{ownerId}`. */
  readonly path: string;
  readonly query: readonly Parameter[];
  /** Media types of the body; empty: there is no body. */
  readonly types: readonly string[];
  readonly body: Json | null;
}

interface Described {
  /** Missing: not an operation, but common members of the path. */
  readonly operationId?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Json }>> };
}

const baseUrl = 'http://localhost';

function operationsIn(document: Json): Operation[] {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, described]): Operation => {
        const content = described.requestBody?.content ?? {};
        const [schema] = Object.values(content).map((media) => media.schema ?? {});
        const parameters = (described.parameters ?? []).map((one) => resolved(document, one));
        return {
          name: described.operationId ?? path,
          area: areaOf(path),
          method: method.toUpperCase(),
          path,
          query: parameters
            .filter((one) => one.in === 'query')
            .map((one) => ({ name: String(one.name), schema: flat(document, (one.schema ?? {}) as Json) })),
          types: Object.keys(content),
          body: schema ? flat(document, schema) : null,
        };
      }),
  );
}

const signInPaths = /^\/admin-api\/(sign-in|session|sessions|sign-ins|profile|invitation)(\/|$)/;

function areaOf(path: string): Area {
  if (path.startsWith('/svc-api')) return 'api';
  return signInPaths.test(path) ? 'sign-in' : 'administration';
}

function resolved(document: Json, value: Json): Json {
  if (typeof value.$ref !== 'string') return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Json)[key], document);
  return found as Json;
}

/** With resolved references; no cycle matters here. */
function flat(document: Json, schema: Json, depth = 0): Json {
  const own = resolved(document, schema);
  if (depth > 6) return {};
  const inner = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(document, value as Json, depth + 1)
      : value;
  const properties = own.properties as Readonly<Record<string, Json>> | undefined;
  return {
    ...own,
    ...(own.items !== undefined && { items: inner(own.items) }),
    ...(own.additionalProperties !== undefined && { additionalProperties: inner(own.additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])),
    }),
  };
}

const text: Json = { type: 'string' };
const named = (...names: string[]): Parameter[] => names.map((name) => ({ name, schema: text }));

const legacy: readonly Operation[] = legacyCollections.flatMap(({ path }) =>
  ['', '/{id}'].map(
    (suffix): Operation => ({
      name: `legacy${path}${suffix}`,
      area: 'legacy',
      method: 'GET',
      path: path + suffix,
      query: named(
        'fields',
        'paging',
        'orderBy',
        'date',
        'leavePeriod.ownerId',
        'id',
        'lastName',
        'dtContractEnd',
        'since',
      ),
      types: [],
      body: null,
    }),
  ),
);

const form = 'application/x-www-form-urlencoded';
const tokens: readonly Operation[] = ['token', 'revocation', 'introspection'].map((name) => ({
  name: `connect-${name}`,
  area: 'token',
  method: 'POST',
  path: `/connect/${name}`,
  query: [],
  types: [form],
  body: {
    type: 'object',
    properties: { grant_type: text, client_id: text, client_secret: text, scope: text, token: text },
  },
}));

const pages: readonly Operation[] = [
  '/health/live',
  '/health/ready',
  '/problems/validation',
  '/problems/{id}',
  '/docs',
  '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server',
  '/',
].map((path) => ({ name: `page ${path}`, area: 'page', method: 'GET', path, query: [], types: [], body: null }));

export const operations: readonly Operation[] = [
  ...operationsIn(openApi({ baseUrl, authUrl: baseUrl })),
  ...operationsIn(administrationOpenApi(baseUrl)),
  ...legacy,
  ...tokens,
  ...pages,
];
