/** Nothing is open because its scope was forgotten. */
import { flag } from '@muster/contract/kit/field.ts';
import { type Resource, resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import { expect, test } from 'vitest';
import { routes } from '../../server/http/api/routes.ts';

const thing = {
  type: 'thing',
  summary: 'A thing.',
  operations: ['read', 'create'],
  fields: { isOne: flag() },
} as const;

test('a scope that does not exist does not compile', () => {
  // @ts-expect-error: no such family
  resource({ ...thing, scopes: ['employes'] });
  // @ts-expect-error: a family, not one of its scopes
  resource({ ...thing, scopes: ['employees.readonly'] });
  resource({
    ...thing,
    scopes: ['employees'],
    // @ts-expect-error: events cannot be written, so no scope says that they can
    links: { others: { href: '/svc-api/others', needs: ['events.readwrite'] } },
  });
  expect(scopesFor(resource({ ...thing, scopes: ['employees'] }), 'read')).toEqual([
    'employees.readonly',
    'employees.readwrite',
  ]);
});

test('an empty list of scopes does not compile, and opens nothing where it comes by another way', () => {
  // @ts-expect-error: nothing opens it
  const forgotten: Resource = resource({ ...thing, scopes: [] });
  expect(() => scopesFor(forgotten, 'read')).toThrow('No scope opens the operation read of thing.');
  // @ts-expect-error: nothing is needed, which is to be said
  expect(isOpenTo([], new Set(['employees.readwrite']))).toBe(false);
});

test('an operation that no scope of the family opens is refused before the service starts', () => {
  expect(() => scopesFor(resource({ ...thing, scopes: ['events'] }), 'create')).toThrow(
    'No scope opens the operation create of thing.',
  );
});

test('any token will do only where the declaration says so', () => {
  expect(scopesFor(resource({ ...thing, scopes: 'any-token' }), 'create')).toBe('any-token');
  const open = routes.filter(({ scopes }) => scopes === 'any-token');
  for (const { resource: declared, method } of open) {
    const isRefusedToAll = method === 'POST' && declared.refused.create !== undefined;
    expect([declared.type, isRefusedToAll ? 'any-token' : declared.scopes]).toEqual([declared.type, 'any-token']);
  }
});
