/**
 * The data of the matrix: rows of every resource in two establishments of one account, and in another account. Two
 * client applications create them, each in its own establishment.
 */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { everyAdministration, made } from '../../support/administration-examples.ts';
import { queryOf } from '../../support/example-row.ts';
import { createExample, everyResource, newcomer, type Row, someRow } from '../../support/examples.ts';
import { establishment } from '../../support/organization/organization.ts';
import type { TestPerson } from '../../support/people/person.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { everyOperation, type Target } from './operations.ts';
import { isTied } from './tied.ts';

export type Place = 'here' | 'there' | 'abroad';

/** A row with the facts that decide who sees it. */
export interface SeededRow extends Target {
  readonly place: Place;
  /** The application that created it. */
  readonly madeBy: string;
  /** Of an event: its subject. */
  readonly about?: { readonly id: string; readonly type: string };
}

export interface World {
  readonly service: TestService;
  readonly account: Account;
  readonly otherAccount: Account;
  /** Created everything here; has every scope. */
  readonly maker: TestClient;
  readonly makerThere: TestClient;
  readonly makerAbroad: TestClient;
  /** Establishments: where the people are that were made here, there, and one without anybody. */
  readonly establishments: Readonly<Record<'here' | 'there' | 'empty', string>>;
  /** The employee whom everybody here reports to. */
  readonly boss: string;
  readonly owner: TestPerson;
  readonly rows: ReadonlyMap<string, readonly SeededRow[]>;
}

export async function seeded(service: TestService): Promise<World> {
  const { account, client: maker } = await newcomer(service);
  const makerThere = await service.client(account);
  const { account: otherAccount, client: makerAbroad } = await newcomer(service);
  const places = { here: maker, there: makerThere, abroad: makerAbroad } as const;
  const owner = await service.person(account, 'owner', true);
  const rows = new Map<string, SeededRow[]>();
  const add = (resource: Resource, row: SeededRow) =>
    rows.set(resource.type, [...(rows.get(resource.type) ?? []), row]);
  const establishments = { here: '', there: '', empty: '' };
  for (const [place, client] of Object.entries(places) as [Place, TestClient][]) {
    const kept = await placeOf(client);
    if (place !== 'abroad') establishments[place] = kept.establishment;
    for (const resource of everyResource) {
      // Rows that only the service stores do not differ by establishment.
      const isStored = !resource.operations.includes('create') && place === 'there';
      if (isStored && !isTied(resource) && resource.isOwned === undefined) continue;
      const made = kept.rows[resource.type];
      const row: Row = made === undefined ? await someRow(service, client, resource) : { id: made };
      const { id } = row;
      const about = row.data as SeededRow['about'] | undefined;
      const query = queryOf(resource, id);
      add(resource, {
        id,
        place,
        madeBy: client.credentials.clientId,
        ...(query !== '' && { query }),
        ...(about && { about }),
      });
    }
    await addInside(client, place, rows, add);
  }
  const apart = await createExample(maker, declared('legal-entity'));
  establishments.empty = (await establishment(maker, apart)).id;
  const boss = await bossOf(maker, establishments.here);
  await addAdministration(service, account, owner, 'here', add);
  await addAdministration(service, otherAccount, await service.person(otherAccount, 'owner', true), 'abroad', add);
  return { service, account, otherAccount, maker, makerThere, makerAbroad, establishments, boss, owner, rows };
}

/** Everybody of the establishment gets the same manager, who works there as well. */
async function bossOf(client: TestClient, establishmentId: string): Promise<string> {
  const people = `/svc-api/employees?applicableJobPosition.businessEstablishment.id=${establishmentId}&limit=100`;
  const [boss, ...others] = (await client.call('GET', people)).body.items as (Target & {
    applicableJobPosition: Target;
  })[];
  for (const { applicableJobPosition } of others) {
    const body = { manager: { id: boss?.id } };
    await client.call('PATCH', `/svc-api/job-positions/${applicableJobPosition.id}`, { body });
  }
  return boss?.id ?? '';
}

const declared = (type: string): Resource => resourceOf(type) as Resource;

/** The establishment of the people that this client makes, and who owns it: rows that others depend on. */
async function placeOf(client: TestClient): Promise<{ establishment: string; rows: Record<string, string> }> {
  const { applicableJobPosition } = await createExample(client, declared('employee'));
  const position = await client.call('GET', `/svc-api/job-positions/${(applicableJobPosition as Target).id}`);
  const { id } = position.body.businessEstablishment;
  const { body } = await client.call('GET', `/svc-api/business-establishments/${id}`);
  return { establishment: id, rows: { 'business-establishment': id, 'legal-entity': body.legalEntity.id } };
}

/** Rows inside one of those rows. */
async function addInside(
  client: TestClient,
  place: Place,
  rows: ReadonlyMap<string, readonly SeededRow[]>,
  add: (resource: Resource, row: SeededRow) => void,
): Promise<void> {
  const nested = new Set(
    everyOperation
      .map(({ resource }) => resource)
      .filter(({ within, area, hasNoAddress }) => within && !area && !hasNoAddress),
  );
  for (const resource of nested) {
    const owner = rows.get(resource.within?.type ?? '')?.find((row) => row.place === place);
    const path = collectionPath(resource, owner?.id);
    const { body } = await client.call('GET', `${path}?limit=1`);
    add(resource, { id: body.items[0].id, ownerId: owner?.id ?? '', place, madeBy: client.credentials.clientId });
  }
}

async function addAdministration(
  service: TestService,
  account: Account,
  owner: TestPerson,
  place: Place,
  add: (resource: Resource, row: SeededRow) => void,
): Promise<void> {
  for (const resource of everyAdministration) {
    const row = await rowOf(service, account, owner, resource);
    const [, ownerId] = /-api\/[^/]+\/([^/]+)\/[^/]+\/[^/]+$/.exec(row.path) ?? [];
    add(resource, { id: row.id, place, madeBy: '', ...(ownerId !== undefined && { ownerId }) });
  }
}

async function rowOf(service: TestService, account: Account, owner: TestPerson, resource: Resource) {
  const path = collectionPath(resource);
  if (resource.type === 'sandbox') {
    const reply = await owner.call('POST', path, { body: {} });
    return { id: reply.body.id as string, path: `${path}/${reply.body.id}` };
  }
  // A real provider would have to respond; the row alone is enough here.
  if (resource.type === 'identity-provider') {
    const values = { name: 'Provider', issuer: 'https://id.example.com', clientId: 'x', sealedSecret: '' };
    const more = { isRequired: false, areAddressesTrusted: false };
    const { id } = await service.database.transaction(account.id, (tx) => insert(tx, resource, { ...values, ...more }));
    return { id, path: `${path}/${id}` };
  }
  if (resource.type === 'account') return { id: account.id, path: `${path}/${account.id}` };
  return made(service, account, owner, resource);
}
