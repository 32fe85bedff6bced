import { readSchema } from '@muster/contract/kit/bodies.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { resources } from '@muster/contract/resources.ts';
import { expect, test } from 'vitest';
import { fileMembers } from './file-links.ts';

/** The names of all members, at any depth, that are in the text of a row: links and what is embedded are added later. */
function namesIn({ properties = {}, items }: Schema): string[] {
  const { links, embedded, ...own } = properties as Readonly<Record<string, Schema>>;
  const inside = [...Object.values(own), ...(items ? [items as Schema] : [])];
  return [...Object.keys(own), ...inside.flatMap(namesIn)];
}

test('a member whose file a link leads to has a name of its own, by which it is found in the text of a row', () => {
  const linking = Object.values<Resource>(resources).filter(
    (resource) => Object.keys(fileMembers(resource)).length > 0,
  );
  expect(linking.map(({ type }) => type)).toContain('employee');
  for (const resource of linking) {
    const names = namesIn(readSchema(resource));
    for (const member of Object.values(fileMembers(resource))) {
      expect([resource.type, names.filter((name) => name === member)]).toEqual([resource.type, [member]]);
    }
  }
});
