/**
 * Filters by a member of another row (`through` in a declaration), which may belong to an establishment that the caller does
 * not see: whatever the member holds there, the caller finds the same.
 */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { expect } from 'vitest';
import { everyResource, pathOf } from '../../support/examples.ts';
import type { TestClient } from '../../support/service.ts';
import type { Cell } from './compare.ts';
import { isTied } from './tied.ts';
import type { World } from './world.ts';

const filters = everyResource
  .filter(({ operations }) => operations.includes('list'))
  .flatMap((resource) =>
    Object.entries(filtersOf(resource)).flatMap(([name, { path = name, through, values }]) => {
      const target = through && resourceOf(through.type);
      return target && isTied(target) ? [{ resource, name, path, target, member: through.member, values }] : [];
    }),
  );

/** `limited`: callers who see the establishment here alone. */
export function throughOthers(world: World, limited: readonly Pick<TestClient, 'call'>[]): Cell[] {
  const { maker } = world;
  const idAt = ({ type }: Resource, place: 'here' | 'there') =>
    world.rows.get(type)?.find((row) => row.place === place)?.id ?? '';
  return filters.flatMap(({ resource, name, path, target, member, values }): Cell[] => {
    const [here, there] = [idAt(resource, 'here'), idAt(target, 'there')];
    const hidden = refer(maker, resource, path, here, there).then(
      async () => (await maker.call('GET', pathOf(target, there))).body[member] as string,
    );
    return ['', ...(resource.asOf === undefined ? [] : ['&asOf=2030-01-01'])].map((at) => ({
      name: `${resource.path} by ${name}${at}`,
      expected: {
        'by the value': [1, ...limited.map(() => 0)],
        'by others': [0, ...limited.map(() => 0)],
        'without the value': [0, ...limited.map(() => 1)],
        'without others': [1, ...limited.map(() => 1)],
      },
      actual: async () => {
        const value = await hidden;
        const others = (values ?? [`${value}x`]).filter((one) => one !== value).join(',');
        const found = (filter: string) =>
          Promise.all(
            [maker, ...limited].map(async (by) => {
              const { body } = await by.call('GET', `${pathOf(resource)}?id=${here}&${filter}${at}`);
              return body.items.length;
            }),
          );
        return {
          'by the value': await found(`${name}=${value}`),
          'by others': await found(`${name}=${others}`),
          'without the value': await found(`-${name}=${value}`),
          'without others': await found(`-${name}=${others}`),
        };
      },
    }));
  });
}

/** Lets a row refer to another, where a path such as `applicableJobPosition.manager.id` says. */
async function refer(maker: TestClient, resource: Resource, path: string, from: string, to: string): Promise<void> {
  const [member = '', ...rest] = path.split('.');
  if (rest.length === 1) {
    const { status, text } = await maker.call('PATCH', pathOf(resource, from), { body: { [member]: { id: to } } });
    expect(status, text).toBe(200);
    return;
  }
  const { body } = await maker.call('GET', pathOf(resource, from));
  const next = resourceOf(resource.fields[member]?.target ?? '') as Resource;
  await refer(maker, next, rest.join('.'), body[member].id, to);
}
