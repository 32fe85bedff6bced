/** Three validators take every definition in the way that docs/attributes-and-files.md shows. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, demoAt } from '../support/demo.ts';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { programFolder } from './generated-client.ts';

interface Definition {
  readonly id: string;
  readonly category: 'system' | 'extension';
}
type Validators = ReadonlyMap<string, (value: unknown) => boolean>;

const programs = ['Ajv', '@hyperjump/json-schema', '@cfworker/json-schema'];
let demo: Demo;
let folder: string;
let definitions: readonly Definition[];
let values: readonly { readonly definition: { readonly id: string }; readonly value: unknown }[];

beforeAll(async () => {
  demo = await demoAt();
  folder = await programFolder('module');
  const document = await readFile(join(import.meta.dirname, '../../docs/attributes-and-files.md'), 'utf8');
  const blocks = fencedBlocks(document).filter(({ language }) => language === 'js');
  expect(blocks.length).toBe(1 + programs.length);
  for (const [index, { text }] of blocks.entries()) {
    await writeFile(join(folder, index === 0 ? 'registered.js' : `${index}.js`), text);
  }
  definitions = (await demo.call('GET', '/svc-api/employee-attribute-definitions?limit=1000')).body.items;
  values = (await demo.call('GET', '/svc-api/employee-attributes?limit=1000')).body.items;
});
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(programs)('%s accepts the values of every definition, and refuses others', async (program) => {
  const file = join(folder, `${programs.indexOf(program) + 1}.js`);
  const { validators } = (await import(file)) as { validators: (some: readonly Definition[]) => Promise<Validators> };
  const found = await validators(definitions);
  expect([...found.keys()].sort()).toEqual(definitions.map(({ id }) => id).sort());
  expect(new Set(definitions.map(({ category }) => category))).toEqual(new Set(['system', 'extension']));
  const extensions = values.filter(({ definition }) => found.has(definition.id));
  expect(extensions.length).toBeGreaterThan(0);
  const wrong = extensions.filter(({ definition, value }) => found.get(definition.id)?.(value) !== true);
  expect(wrong).toEqual([]);
  for (const { id } of definitions) expect(found.get(id)?.([]), id).toBe(false);
});
