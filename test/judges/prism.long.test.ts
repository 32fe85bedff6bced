/**
 * Prism as a proxy in front of the service: it compares every request and every answer with the document.
 * The short form: `../conventions/responses.test.ts`.
 */
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { type ExampleAccount, exampleAccount } from './example-account.ts';
import { collectionFor, documentedSuccess, sentByNewman } from './example-collection.ts';

let account: ExampleAccount;
let proxy: ReturnType<typeof createServer>;
let proxyUrl: string;
let document: object;

beforeAll(async () => {
  account = await exampleAccount();
  const upstream = new URL(account.service.url);
  document = await (await fetch(`${account.service.url}/svc-api/openapi.json`)).json();
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
