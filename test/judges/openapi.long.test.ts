/** Independent tools that take a minute for the OpenAPI documents of the service. The short form: `openapi.test.ts`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spectral, { type ISpectralDiagnostic } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypes, { astToString } from 'openapi-typescript';
import typescript from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
const documents = ['/svc-api/openapi.json', '/admin-api/openapi.json'];
const sources = new Map<string, string>();
let source: string;

beforeAll(async () => {
  service = await testService();
  for (const path of documents) sources.set(path, await (await fetch(service.url + path)).text());
  source = sources.get('/svc-api/openapi.json') ?? '';
});
afterAll(() => service.stop());

test.each(documents)(
  'Spectral has no error and no warning for %s',
  async (path) => {
    const judge = new spectral.Spectral();
    // The types of the ruleset are narrower than what its own package exports.
    judge.setRuleset({ extends: [rulesets.oas] } as Parameters<typeof judge.setRuleset>[0]);
    const errors = await judge.run(sources.get(path) ?? '');
    expect(errors.filter((error) => !isAboutRefused(error)).map(inWords)).toEqual([]);
  },
  // Spectral takes a minute.
  240_000,
);

/** An operation that is always refused has no success to describe. */
function isAboutRefused({ code, path }: ISpectralDiagnostic): boolean {
  const [, address = '', method = ''] = path.map(String);
  return (
    code === 'operation-success-response' && JSON.parse(source).paths[address][method]['x-always-refused'] === true
  );
}

const inWords = ({ code, message, path }: ISpectralDiagnostic): string => `${code} ${message} at ${path.join('/')}`;

test('its types compile and describe a definition', async () => {
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
