/** Authorization in the administration area: each role and each operation, and requests without a session. */

import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Operation, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { type Role, roleNames, scopesOfRole } from '@muster/contract/roles.ts';
import { scopesIn } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { everyAdministration } from '../support/administration-examples.ts';
import { methods } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { browser, type TestPerson } from '../support/people/person.ts';
import { call, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
const people = new Map<string, TestPerson>();

const ranks = roleNames.flatMap((role) => [
  { role, isOperator: false },
  { role, isOperator: true },
]);
const nameOf = ({ role, isOperator }: { role: Role; isOperator: boolean }) =>
  `${role}${isOperator ? ', operator' : ''}`;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
  for (const rank of ranks) people.set(nameOf(rank), await service.person(account, rank.role, rank.isOperator));
});
afterAll(() => service.stop());

/** A valid id of nothing: a caller with the right gets 404. */
const nowhere = '999999';

function requestOf(resource: Resource, operation: Operation) {
  const isOne = operation !== 'list' && operation !== 'create';
  const isWrite = operation === 'create' || operation === 'update';
  const path = `${collectionPath(resource, nowhere)}${isOne ? `/${nowhere}` : ''}`;
  return { method: methods[operation], path, options: isWrite ? { body: { unknown: true } } : {} };
}

const operations = everyAdministration.flatMap((resource) =>
  resource.operations.map((operation) => ({ resource, operation, name: `${operation} ${resource.type}` })),
);

describe.each(operations)('$name', ({ resource, operation }) => {
  const { method, path, options } = requestOf(resource, operation);

  const place = operations.findIndex((one) => one.resource === resource && one.operation === operation);

  test.each(oneIn(4, ranks, place))('by $role, operator: $isOperator', async (rank) => {
    const needed = scopesFor(resource, operation);
    const held = scopesOfRole(rank.role, rank.isOperator);
    const isAllowed = needed === 'any-token' || needed.some((scope) => held.includes(scope));
    const { status, text } = await (people.get(nameOf(rank)) as TestPerson).call(method, path, options);
    if (isAllowed) expect([200, 400, 404], text).toContain(status);
    else expect(status, text).toBe(403);
  });

  test('refuses requests without a session: anonymous, with a token, or with an invalid cookie', async () => {
    const anonymous = await browser(service.url).call(method, path, options);
    const token = await client.call(method, path, { ...options, headers: { 'sec-fetch-site': 'same-origin' } });
    const stale = await browser(service.url, new Map([['muster', 'mst_ps_nothing']])).call(method, path, options);
    expect([anonymous.status, token.status, stale.status]).toEqual([401, 401, 401]);
  });

  test.runIf(operation !== 'list' && operation !== 'read')('is refused to a page of somebody else', async () => {
    const owner = people.get('owner, operator') as TestPerson;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    ]) {
      expect((await owner.call(method, path, { ...options, headers })).status).toBe(403);
    }
  });
});

test('an auditor reads everything and writes nothing; an administrator writes everything except administrators', () => {
  const open = (role: Role) =>
    operations
      .filter(({ resource, operation }) =>
        scopesIn(scopesFor(resource, operation)).some((scope) => scopesOfRole(role, false).includes(scope)),
      )
      .map(({ name }) => name);
  expect(open('auditor').filter((name) => !/^(list|read) /.test(name))).toEqual([]);
  const ownersOnly = open('owner').filter((name) => !open('administrator').includes(name));
  expect(ownersOnly.toSorted()).toEqual([
    'create administrator-invitation',
    'create identity-provider',
    'create retention-rule',
    'create sandbox',
    'remove administrator',
    'remove administrator-invitation',
    'remove identity-provider',
    'remove retention-rule',
    'remove sandbox',
    'update administrator',
    'update administrator-invitation',
    'update identity-provider',
    'update retention-rule',
    'update sandbox',
  ]);
});

test('a key of the legacy API opens nothing of it', async () => {
  const { status } = await call(service.url, null, 'GET', '/admin-api/audit-entries', {
    headers: { authorization: 'svc application=00000000-0000-4000-8000-000000000000' },
  });
  expect(status).toBe(401);
});
