/** An account with rows of every resource, with changes, files, and a past. */
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { resources } from '@muster/contract/resources.ts';
import { operate } from '../../../cli/operate.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { everyAdministration, made, ofInstallation } from '../administration-examples.ts';
import { answering, changeOf, createExample, pathOf, type Row } from '../examples.ts';
import { newPicture } from '../files/file-examples.ts';
import { uploaded } from '../files/files.ts';
import { company, hired } from '../people/people.ts';
import type { TestPerson } from '../people/person.ts';
import { confidential, personalRecord } from '../people/personal-records.ts';
import type { SharedService, TestClient } from '../service.ts';

/** What stays in the other installation. */
export const notMoved = [
  'event',
  'webhook-delivery',
  'webhook-delivery-attempt',
  'webhook-redelivery',
  'logged-request',
];
/** Seen only by its author. */
const ofOnePerson = ['saved-view'];
/** Digests of secrets, which are valid under the other key only. */
const secrets = ['client-application-secret', 'api-key-secret', 'administrator-invitation'];

export interface Filled {
  /** An employee with a portrait and a personal record. */
  readonly portrayed: Row;
  /** An owner who signs in with a password, and has a saved view. */
  readonly second: TestPerson;
  readonly beforeChanges: string;
}

/** `owner` runs the installation too. */
export async function fillAccount(
  service: SharedService,
  account: Account,
  client: TestClient,
  owner: TestPerson,
): Promise<Filled> {
  const portrayed = await hired(client, await company(client), { portrait: await newPicture(client) });
  await personalRecord(client, portrayed, confidential);
  await uploaded(client, { fileName: 'contract.pdf' });
  const second = await service.person(account);
  const view = { name: 'Of one person', list: 'employees' };
  await second.call('POST', '/admin-api/saved-views', { body: view });
  const beforeChanges = new Date().toISOString();
  for (const resource of answering('create')) {
    const row = await createExample(client, resource);
    if (!resource.operations.includes('update')) continue;
    const path = `${pathOf(resource)}/${row.id}`;
    const { status, text } = await client.call('PATCH', path, { body: changeOf(resource) });
    if (status !== 200) throw new Error(`PATCH ${path} answers ${status}: ${text}`);
  }
  const gone = await createExample(client, resources.professions);
  await client.call('DELETE', `${pathOf(resources.professions)}/${gone.id}`);
  for (const resource of everyAdministration.filter(({ type }) => !ofInstallation.includes(type))) {
    if (resource !== identityProviders) await made(service, account, owner, resource);
  }
  const provider = { name: 'Company ID', issuer: 'https://id.example.com', clientId: 'muster', clientSecret: 'hidden' };
  await operate(service, account, ({ create }) =>
    create(identityProviders, { ...provider, areAddressesTrusted: true, isRequired: false }),
  );
  await service.reads.flush();
  await service.publisher.publishAll();
  return { portrayed, second, beforeChanges };
}

/** Every list of the administration area that moves with the account, by path. */
export async function administrationOf(person: TestPerson): Promise<Record<string, Row[]>> {
  const lists: Record<string, Row[]> = {};
  for (const resource of everyAdministration) {
    const { type, operations, within } = resource;
    if (
      within ||
      !operations.includes('list') ||
      [...notMoved, ...secrets, ...ofInstallation, ...ofOnePerson].includes(type)
    )
      continue;
    const { status, body, text } = await person.call('GET', `${collectionPath(resource)}?limit=1000`);
    if (status !== 200) throw new Error(`GET ${resource.path} answers ${status}: ${text}`);
    lists[resource.path] = body.items;
  }
  return lists;
}
