/**
 * The document as a Postman collection, run by newman: every request of it succeeds as documented, also without Prism in
 * between. The short form: `../conventions/responses.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExampleAccount, exampleAccount } from './example-account.ts';
import { collectionFor, documentedSuccess, sentByNewman } from './example-collection.ts';

let account: ExampleAccount;
beforeAll(async () => {
  account = await exampleAccount();
}, 120_000);
afterAll(() => account.service.stop());

test('every request of the collection gets its documented success', async () => {
  const { service } = account;
  const document = await (await fetch(`${service.url}/svc-api/openapi.json`)).json();
  const answers = await sentByNewman(await collectionFor(document, account, service.url));
  const wrong = answers.filter(({ method, status }) => status !== documentedSuccess[method]);
  expect(wrong.map(({ method, name, status, text }) => `${method} ${name} ${status} ${text}`)).toEqual([]);
  // All but the one that is always refused.
  expect(answers.length).toBe(operationsIn(document) - 1);
}, 120_000);

const operationsIn = ({ paths }: { paths: Record<string, object> }): number =>
  Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
