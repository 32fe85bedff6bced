/** Departments by parent and name; what hiring defaults and tax numbers prevent. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { beforeAll, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { establishment, found, legalEntity } from '../../support/organization/organization.ts';
import { at, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

test('departments are found by their parent, sorted by name, and say when they changed', async () => {
  const { client } = await newcomer(service);
  const make = (name: string, parent: Row | null = null) =>
    createExample(client, departments, { name, parent: parent && at(parent), remoteId: null });
  const root = await make('Root');
  const [zeta, alpha] = [await make('zeta', root), await make('Álpha', root)];
  const other = await make('Other');
  const ids = (query: string) => found(client, departments, query);
  expect(await ids(`parent.id=${root.id}`)).toEqual([zeta.id, alpha.id]);
  expect(await ids('parent.id=null')).toEqual([root.id, other.id]);
  expect(await ids('-parent.id=null')).toEqual([zeta.id, alpha.id]);
  expect(await ids(`-parent.id=${root.id}`)).toEqual([root.id, other.id]);
  expect(await ids(`parent.id=null,${root.id}&sort=name`)).toEqual([alpha.id, other.id, root.id, zeta.id]);
  const before = String(zeta.lastUpdatedAt);
  await client.call('PATCH', pathOf(departments, zeta.id), { body: { name: 'Zeta' } });
  const { body } = await client.call('GET', pathOf(departments, zeta.id));
  expect(body.createdAt).toBe(zeta.createdAt);
  expect(Date.parse(body.lastUpdatedAt)).toBeGreaterThan(Date.parse(before));
  expect(await ids(`lastUpdatedAt.between=${body.lastUpdatedAt}--..`)).toEqual([zeta.id]);
  expect(await ids('sort=-lastUpdatedAt')).toEqual([zeta.id, other.id, alpha.id, root.id]);
});

test('a hiring default of the account is neither archived nor deleted, and says so', async () => {
  const { account, client, place, department, template } = await newCompany(service);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  const defaults = [
    [employmentTemplates, template, 'template'],
    [businessEstablishments, place, 'businessEstablishment'],
    [departments, department, 'department'],
  ] as const;
  for (const [resource, { id }, name] of defaults) {
    const archived = await client.call('PATCH', pathOf(resource, id), { body: { isArchived: true } });
    expect([archived.status, archived.body.errors]).toEqual([400, { isArchived: [expect.stringContaining(name)] }]);
    // Templates are never deleted.
    const removed = await client.call('DELETE', pathOf(resource, id));
    if (resource !== employmentTemplates)
      expect([removed.status, removed.body.errors]).toEqual([400, { id: [expect.stringContaining(name)] }]);
    expect((await client.call('PATCH', pathOf(resource, id), { body: { isArchived: false } })).status).toBe(200);
  }
  await setSettings(service, account, {});
  for (const [resource, { id }] of defaults) {
    expect((await client.call('PATCH', pathOf(resource, id), { body: { isArchived: true } })).status).toBe(200);
    if (resource !== employmentTemplates) expect((await client.call('DELETE', pathOf(resource, id))).status).toBe(204);
  }
});

test('a SIREN that contradicts the SIRET of an establishment is refused', async () => {
  const { client } = await newcomer(service);
  const number = (format: string, value: string) => ({ taxIdentificationNumber: { format, value } });
  const owner = await legalEntity(client, number('franceSIREN', '904 518 271'));
  await establishment(client, owner, number('franceSIRET', '904518271 00013'));
  const set = (body: object) => client.call('PATCH', pathOf(legalEntities, owner.id), { body });
  const refused = await set(number('franceSIREN', '111222333'));
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['taxIdentificationNumber.value']]);
  expect((await set(number('franceSIREN', '904518271'))).status).toBe(200);
  expect((await set(number('other', '111222333'))).status).toBe(200);
  expect((await set({ taxIdentificationNumber: null })).status).toBe(200);
  expect((await set(number('franceSIREN', '111222333'))).status).toBe(400);
  await establishment(client, owner, number('other', 'X'));
  expect(await found(client, businessEstablishments, `legalEntity.id=${owner.id}`)).toHaveLength(2);
});
