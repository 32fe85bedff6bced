/** Independent tools check the OpenAPI document of the service. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import redocly from '@redocly/openapi-core';
import spectral, { type ISpectralDiagnostic } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypes, { astToString } from 'openapi-typescript';
import typescript from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { inFull, isFull, oneIn } from '../support/form.ts';
import { type SharedService, sharedService } from '../support/service.ts';

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
  const document = JSON.parse(source);
  const [path = ''] = Object.keys(document.paths);
  const part = (text: string) => JSON.stringify({ ...document, paths: { [path]: JSON.parse(text) } });
  const right = JSON.stringify(document.paths[path]);
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

test.each(documents)(
  'Spectral has no error and no warning for %s',
  async (path) => {
    const judge = new spectral.Spectral();
    // The types of the ruleset are narrower than what its own package exports.
    judge.setRuleset({ extends: [rulesets.oas] } as Parameters<typeof judge.setRuleset>[0]);
    const whole = sources.get(path) ?? '';
    const errors = await judge.run(isFull ? whole : someAddressesOf(whole));
    expect(errors.filter((error) => !isAboutRefused(error) && !isAboutRest(error)).map(inWords)).toEqual([]);
  },
  // The document is large, and its judge slow on a busy machine.
  240_000,
);

/** Spectral takes a minute for all of them. Redocly looks at every address in both forms. */
function someAddressesOf(text: string): string {
  const document = JSON.parse(text);
  const addresses = Object.entries(document.paths);
  const some = oneIn(12, addresses);
  console.info(`Spectral looks at ${some.length} of ${addresses.length} addresses`);
  return JSON.stringify({ ...document, paths: Object.fromEntries(some) });
}

/** Schemas of addresses that were left out. */
const isAboutRest = ({ code }: ISpectralDiagnostic): boolean => !isFull && code === 'oas3-unused-component';

/** An operation that is always refused has no success to describe. */
function isAboutRefused({ code, path }: ISpectralDiagnostic): boolean {
  const [, address = '', method = ''] = path.map(String);
  return (
    code === 'operation-success-response' && JSON.parse(source).paths[address][method]['x-always-refused'] === true
  );
}

const inWords = ({ code, message, path }: ISpectralDiagnostic): string => `${code} ${message} at ${path.join('/')}`;

inFull('its types compile and describe a definition', async () => {
  const types = astToString(await openapiTypes(source));
  const use = `
import type { components, operations } from './types.ts';
type Body = components['schemas']['employee-attribute-definition-create'];
export const body: Body = { id: 'e_badge', name: 'Badge', schema: { $ref: '/svc-api/schemas/short-text' } };
// @ts-expect-error: a name is required
export const nameless: Body = { id: 'e_badge', schema: { $ref: '/svc-api/schemas/short-text' } };
type Created = operations['post-employee-attribute-definition']['responses'][201]['content']['application/json'];
export const category = (created: Created): 'system' | 'extension' => created.category;
`;
  expect(await compiled({ 'types.ts': types, 'use.ts': use })).toEqual([]);
});

async function compiled(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-types-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const program = typescript.createProgram(
      Object.keys(files).map((name) => join(folder, name)),
      {
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        types: [],
        target: typescript.ScriptTarget.ES2022,
      },
    );
    return typescript
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
