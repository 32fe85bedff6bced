/** Prism as a proxy in front of the service: it compares every request and every answer with the document. */
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { oneIn } from '../support/form.ts';
import { type ExampleAccount, exampleAccount } from './example-account.ts';
import { collectionFor, documentedSuccess, sentByNewman } from './example-collection.ts';

let account: ExampleAccount;
let proxy: ReturnType<typeof createServer>;
let proxyUrl: string;
let document: OpenApi;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const collectionOf = (path: string): string => path.split('/')[2] ?? '';
/** The collection of requests makes what it asks these for. */
const always = ['employee-attribute-definitions', 'employee-attributes', 'employments', 'webhook-endpoints'];

/** One collection in four, in the short form; of the others only deletions, because rows of the first depend on theirs. */
function partIn(whole: OpenApi): OpenApi {
  const collections = [...new Set(Object.keys(whole.paths).map(collectionOf))];
  const asked = new Set([...oneIn(4, collections, collections.indexOf('taxonomies')), ...always]);
  const kept = Object.entries(whole.paths).flatMap(([path, { get, post, patch, ...rest }]) => {
    if (asked.has(collectionOf(path))) return [[path, whole.paths[path]]];
    return 'delete' in rest ? [[path, rest]] : [];
  });
  return { ...whole, paths: Object.fromEntries(kept) };
}

beforeAll(async () => {
  account = await exampleAccount();
  const upstream = new URL(account.service.url);
  document = partIn(await (await fetch(`${account.service.url}/svc-api/openapi.json`)).json());
  proxy = createServer(await getHttpOperationsFromSpec(document), {
    // Its types are those of an older pino.
    components: { logger: pino({ level: 'silent' }) as never },
    config: {
      isProxy: true,
      upstream,
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
    cors: false,
  });
  const port = await findFreePort();
  proxyUrl = await proxy.listen(port, '127.0.0.1');
}, 120_000);
afterAll(async () => {
  await proxy.close();
  await account.service.stop();
});

test('no request and no answer violates the document', async () => {
  const answers = await sentByNewman(await collectionFor(document, account, proxyUrl));
  const violations = answers.filter(({ violations }) => violations !== null);
  expect(violations.map(({ method, name, violations: found }) => `${method} ${name} ${found}`)).toEqual([]);
  expect(answers.filter(({ method, status }) => status !== documentedSuccess[method])).toEqual([]);
}, 120_000);

test('a violation would be seen', async () => {
  const answer = await fetch(`${proxyUrl}/svc-api/taxonomies?limit=many`);
  expect(answer.headers.get('sl-violations')).toContain('limit');
});
