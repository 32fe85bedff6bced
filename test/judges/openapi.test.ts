/** An independent tool checks the OpenAPI documents of the service; `openapi.long.test.ts` asks others. */
import redocly from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { type SharedService, sharedService } from '../support/service.ts';
import { type OpenApiDocument, withoutUnused } from './part-of-document.ts';

let service: SharedService;
const documents = ['/svc-api/openapi.json', '/admin-api/openapi.json'];
const sources = new Map<string, string>();
let source: string;

beforeAll(async () => {
  service = await sharedService();
  for (const path of documents) sources.set(path, await (await fetch(service.url + path)).text());
  source = sources.get('/svc-api/openapi.json') ?? '';
});

test.each(documents)('Redocly has no error and no warning for %s', async (path) => {
  const config = await redocly.createConfig({ extends: ['recommended'] });
  expect(await judgedByRedocly(sources.get(path) ?? '', config)).toEqual([]);
});

test('Redocly would see a security scheme that does not exist', async () => {
  const config = await redocly.createConfig({ extends: ['recommended'] });
  // In one address: the whole document takes seconds.
  const document: OpenApiDocument = JSON.parse(source);
  const [[path, operations] = ['', {}]] = Object.entries(document.paths);
  const part = (text: string) =>
    JSON.stringify(withoutUnused({ ...document, paths: { [path]: JSON.parse(text) }, webhooks: {} }));
  const right = JSON.stringify(operations);
  const wrong = right.replaceAll('"security":[{"oauth2"', '"security":[{"other"');
  const found = expect.arrayContaining([expect.stringContaining('security-defined')]);
  expect(await judgedByRedocly(part(wrong), config)).toEqual(found);
  expect(await judgedByRedocly(part(right), config)).not.toEqual(found);
});

async function judgedByRedocly(text: string, config: redocly.Config): Promise<string[]> {
  const problems = await redocly.lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} ${message} at ${location[0]?.pointer}`;
  });
}
