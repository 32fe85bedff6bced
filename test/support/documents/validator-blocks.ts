/** JavaScript blocks of documents that make validators of the definitions: they accept the values of the demo. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Handler } from './handlers.ts';
import type { World } from './world.ts';

interface Definition {
  readonly id: string;
  readonly category: 'system' | 'extension';
}
type Validators = ReadonlyMap<string, (value: unknown) => boolean>;

const folderOf = ({ service }: World): string => join(service.folder, 'validators');

/** What the other blocks import. */
export const registers: Handler = async ({ text }, world) => {
  const folder = folderOf(world);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'registered.js'), text);
};

export const validates: Handler = async ({ line, text }, world) => {
  const file = join(folderOf(world), `${line}.js`);
  await writeFile(file, text);
  const { validators } = (await import(file)) as { validators: (some: readonly Definition[]) => Promise<Validators> };
  const definitions: readonly Definition[] = await listed(world, 'employee-attribute-definitions');
  const found = await validators(definitions);
  expect([...found.keys()].sort()).toEqual(definitions.map(({ id }) => id).sort());
  expect(new Set(definitions.map(({ category }) => category))).toEqual(new Set(['system', 'extension']));
  const values: readonly { readonly definition: { readonly id: string }; readonly value: unknown }[] = await listed(
    world,
    'employee-attributes',
  );
  const extensions = values.filter(({ definition }) => found.has(definition.id));
  expect(extensions.length).toBeGreaterThan(0);
  expect(extensions.filter(({ definition, value }) => found.get(definition.id)?.(value) !== true)).toEqual([]);
  for (const { id } of definitions) expect(found.get(id)?.([]), id).toBe(false);
};

const listed = async ({ call }: World, path: string) => (await call('GET', `/svc-api/${path}?limit=1000`)).body.items;
