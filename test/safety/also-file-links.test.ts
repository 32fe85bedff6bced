/** A link to a file works only while its caller may read the resource that refers to the file. */
import { employments } from '@muster/contract/resources/employments.ts';
import { beforeAll, expect, test } from 'vitest';
import { changeClient } from '../../cli/client-applications.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { linkOf, uploaded } from '../support/files/files.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;
let where: Awaited<ReturnType<typeof newCompany>>;
let path: string;

beforeAll(async () => {
  service = await sharedService();
  where = await newCompany(service);
  const { id } = await uploaded(where.client);
  const { applicableEmployment } = await hired(where.client, where, {}, { document: { id } });
  path = pathOf(employments, (applicableEmployment as Row).id);
});

test('a token without the scope of the referring resource is refused', async () => {
  const href = await linkOf(where.client, path, 'document');
  const narrow = await service.narrowed(where.client, ['files.readonly', 'employees.readonly']);
  expect((await narrow.call('GET', href)).status).toBe(403);
  expect((await where.client.call('GET', href)).status).toBe(200);
});

test('a scope that was taken from the application closes its links', async () => {
  const other = await service.client(where.account, { scopes: ['files.readonly', 'employments.readonly'] });
  const href = await linkOf(other, path, 'document');
  expect((await other.call('GET', href)).status).toBe(200);
  await changeClient(service, other.credentials.clientId, {
    scopes: ['files.readonly', 'employees.readonly'],
  });
  await expect.poll(async () => (await other.call('GET', href)).status).toBeGreaterThanOrEqual(401);
  const again = await service.renewed(other);
  expect((await again.call('GET', href)).status).toBe(403);
});
