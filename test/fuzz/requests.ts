/** The request of an index: a valid request of an operation, with one or two mutations. */
import type { Body } from '../support/examples.ts';
import type { Caller } from './callers.ts';
import { type Mutable, type Mutation, mutations } from './mutations.ts';
import { type Operation, operations } from './operations.ts';
import { type Random, randomOf } from './random.ts';
import type { Stage } from './stage.ts';
import { hostileTexts, valueFor } from './values.ts';

export interface FuzzRequest {
  readonly index: number;
  readonly operation: Operation;
  readonly mutations: readonly string[];
  readonly caller: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | null;
  /** How many of the announced bytes are sent before the connection ends; null: all of them. */
  readonly cutAfter: number | null;
}

/** Each is expensive by design: passwords are hashed slowly. */
const isCostly = ({ area }: Operation): boolean => area === 'sign-in' || area === 'token';

/** Of a random operation, unless one is given. */
export function requestAt(stage: Stage, seed: number, index: number, given?: Operation): FuzzRequest {
  const random = randomOf(seed, index);
  let operation = given ?? random.pick(operations);
  if (!given && isCostly(operation) && random.chance(0.8)) operation = random.pick(operations);
  const caller = callerFor(stage, operation, random);
  const request: Mutable = {
    method: operation.method,
    path: pathOf(stage, operation, random),
    query: queryOf(operation, random),
    headers: headersOf(operation, caller, random),
    body: bodyOf(stage, operation, random, index),
    text: null,
    cutAfter: null,
  };
  const chosen = random.chance(0.2)
    ? []
    : [random.pick(fitting(request)), ...(random.chance(0.25) ? [random.pick(fitting(request))] : [])];
  for (const { apply } of chosen) apply(request, random, stage);
  const body = request.text ?? (request.body === null ? null : Buffer.from(encoded(operation, request.body)));
  const query = request.query.map(([name, value]) => `${written(name)}=${written(value)}`).join('&');
  return {
    index,
    operation,
    mutations: chosen.map(({ name }) => name),
    caller: caller.name,
    method: request.method,
    target: `${request.path}${query === '' ? '' : `?${query}`}`,
    headers: request.headers,
    body,
    cutAfter: body === null ? null : request.cutAfter,
  };
}

const fitting = (request: Mutable): readonly Mutation[] =>
  mutations.filter(({ needsBody }) => !needsBody || request.body !== null);

const written = (text: string): string => encodeURIComponent(text.toWellFormed());

function encoded(operation: Operation, body: unknown): string {
  if (operation.area !== 'token') return JSON.stringify(body) ?? '';
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return new URLSearchParams(fields.map(([name, value]) => [name, textOf(value)])).toString();
}

function callerFor({ callers }: Stage, { area }: Operation, random: Random): Caller {
  const kind = area === 'legacy' ? 'key' : area === 'api' && random.chance(0.8) ? 'application' : 'person';
  const fit = callers.filter((one) => one.kind === kind && one.isExpendable === (area === 'sign-in'));
  // The first callers belong to the account with known rows, and have the most rights.
  return random.chance(0.6) ? (fit[0] as Caller) : random.pick(fit);
}

function pathOf({ ids }: Stage, { path, method }: Operation, random: Random): string {
  const [, , collection = '', , inner = ''] = path.split('/');
  const idOf = (name: string) => {
    const known = ids.get(name) ?? [];
    // The last ids may be deleted; the others are needed.
    if (method === 'DELETE' && known.length > 0) return random.pick(known.slice(-2));
    return known.length > 0 && random.chance(0.9) ? random.pick(known) : random.pick(hostileTexts.slice(0, -2));
  };
  return path
    .replace('{ownerId}', () => segment(idOf(collection)))
    .replace('{id}', () => segment(idOf(inner === '' || inner === '{id}' ? collection : inner)));
}

const segment = (id: string): string => {
  const text = encodeURIComponent(id.toWellFormed());
  return text === '' || text === '.' || text === '..' ? '%20' : text;
};

/** As a parameter or a form field: lists with commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Long polling waits by design. */
const isWaiting = (name: string): boolean => name === 'wait';

function queryOf({ query }: Operation, random: Random): [string, string][] {
  if (query.length === 0 || random.chance(0.5)) return [];
  const count = 1 + random.below(3);
  const chosen = Array.from({ length: count }, () => random.pick(query)).filter(({ name }) => !isWaiting(name));
  return chosen.map(({ name, schema }) => [name, textOf(valueFor(schema, random))]);
}

function headersOf({ types, area }: Operation, { headers }: Caller, random: Random): Record<string, string | string[]> {
  return {
    host: 'localhost',
    ...headers,
    ...(area !== 'legacy' && { 'api-version': '2024-11-01' }),
    ...(types.length > 0 && { 'content-type': contentType(random.pick(types)) }),
  };
}

const contentType = (type: string): string => (type === 'multipart/form-data' ? `${type}; boundary=x` : type);

function bodyOf({ bodies }: Stage, operation: Operation, random: Random, index: number): unknown {
  if (operation.types.length === 0) return null;
  if (operation.types.includes('multipart/form-data')) return { form: 'x' };
  const collection =
    operation.path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? '';
  const known = bodies.get(collection) ?? [];
  const generated = () => valueFor({ ...operation.body, type: 'object' }, random);
  if (operation.method !== 'POST' || known.length === 0) return withoutQuota(generated());
  return random.chance(0.6) ? fresh(random.pick(known), index) : generated();
}

/** A quota of a few requests a minute would cause 429 for everything after it. */
function withoutQuota(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { requestsPerMinute: _, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Unique values stay unique: examples end with a number that is replaced. */
const fresh = (body: Body, index: number): Body =>
  JSON.parse(JSON.stringify(body).replace(/x1\d{6}/g, () => `x${1e6 + index}`));
