/** Helpers for stories about the organization. */
import type { Author } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { type Body, createExample, pathOf, type Row, unique } from '../examples.ts';
import type { CallOptions, SharedService, TestClient } from '../service.ts';

export const legalEntity = (client: TestClient, members: Body = {}): Promise<Row> =>
  createExample(client, legalEntities, members);

export async function establishment(client: TestClient, owner: Row, members: Body = {}): Promise<Row> {
  const body = { name: `Place ${unique()}`, legalEntity: { id: owner.id }, ...members };
  const created = await client.call('POST', pathOf(businessEstablishments), { body });
  if (created.status !== 201) throw new Error(`No establishment was created: ${created.text}`);
  return created.body;
}

/** Changes a row; the change must succeed. Returns the new state. */
export async function changed(client: TestClient, resource: Resource, { id }: Row, body: Body): Promise<Row> {
  const reply = await client.call('PATCH', pathOf(resource, id), { body });
  if (reply.status !== 200) throw new Error(`${resource.type} ${id} was not changed: ${reply.text}`);
  return reply.body;
}

/** The members that a request is refused for. */
export async function fieldErrors(
  client: TestClient,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<string[]> {
  const { status, body, text } = await client.call(method, path, options);
  if (status !== 400) throw new Error(`${method} ${path} answers ${status}: ${text}`);
  return Object.keys(body.errors);
}

export const creationErrors = (client: TestClient, resource: Resource, body: Body): Promise<string[]> =>
  fieldErrors(client, 'POST', pathOf(resource), { body });

export const changeErrors = (client: TestClient, resource: Resource, { id }: Row, body: Body): Promise<string[]> =>
  fieldErrors(client, 'PATCH', pathOf(resource, id), { body });

export const removalErrors = (client: TestClient, resource: Resource, { id }: Row): Promise<string[]> =>
  fieldErrors(client, 'DELETE', pathOf(resource, id));

export async function removalStatus(client: TestClient, resource: Resource, { id }: Row): Promise<number> {
  return (await client.call('DELETE', pathOf(resource, id))).status;
}

export interface EventRow extends Row {
  readonly occurredAt: string;
  readonly topic: string;
  readonly author: Author;
  readonly data: Row;
  readonly businessEstablishment: { readonly id: string } | null;
  readonly previousAttributes?: Body;
}

/** Every event of the account that the client may see, in order. */
export async function eventsSeen(service: SharedService, client: TestClient, query = ''): Promise<EventRow[]> {
  await service.publisher.publishAll();
  const { body } = await client.call('GET', `/svc-api/events?limit=1000${query}`);
  return body.items;
}

/** The ids in a list. */
export async function found(client: TestClient, resource: Resource, query: string): Promise<string[]> {
  const { status, body, text } = await client.call('GET', `${pathOf(resource)}?${query}`);
  if (status !== 200) throw new Error(`${resource.path}?${query} answers ${status}: ${text}`);
  return body.items.map(({ id }: Row) => id);
}
