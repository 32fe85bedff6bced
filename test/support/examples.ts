/**
 * Valid bodies and rows for any resource, built from its declaration, so that the suites of `test/conventions` cover a
 * new resource without changes. The tables at the top contain everything that a declaration cannot express.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { resources } from '@muster/contract/resources.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { insert } from '../../server/platform/store/write.ts';
import { attributeChanges, attributeParticulars } from './attributes/attribute-examples.ts';
import { type Body, type ExampleMaker, type Origin, type Particulars, pathOf, type Row } from './example-row.ts';
import { unique, validValue } from './example-values.ts';
import { contentExample, exampleForm } from './files/file-examples.ts';
import { exampleImportForm, importExample, importExamples } from './imports/import-examples.ts';
import { leaveChanges, leaveOrigins, leaveParticulars, leaveSuited } from './leaves/leave-examples.ts';
import { exampleSeeds, peopleChanges, peopleParticulars, withFiltered } from './people/people-examples.ts';
import type { SharedService, TestClient, TestService } from './service.ts';
import { webhookOrigins, webhookParticulars } from './webhooks/webhook-examples.ts';

export { type Body, pathOf, type Row } from './example-row.ts';
export { someDay, unique, validValue } from './example-values.ts';

/** Members with rules beyond their schema, by type: a valid value; undefined: leave it out. */
const particulars: Particulars = {
  ...peopleParticulars,
  ...attributeParticulars,
  ...leaveParticulars,
  ...webhookParticulars,
  // One or the other.
  'working-time-arrangement': { cycle: () => undefined },
  'employee-attribute-definition': {
    id: (unique) => `e_${unique}`,
    schema: () => ({ $ref: '/svc-api/schemas/taxonomy-label-reference' }),
    propertyDescriptions: () => undefined,
  },
};

/** Resources that no client creates, by type: how rows are created. Rows of other types are stored directly. */
const origins: Readonly<Record<string, Origin>> = {
  ...webhookOrigins,
  ...leaveOrigins,
  // They exist in every account.
  schema: async () => undefined,
  event: async (service, client, count) => {
    const [recording] = answering('create').filter(({ events }) => events.includes('created'));
    await populate(service, client, recording as Resource, count);
    await service.publisher.publishAll();
  },
};

/** With a top-level address: stories cover nested collections. */
export const everyResource: readonly Resource[] = Object.values<Resource>(resources).filter(({ within }) => !within);

/** The resources with all of these operations. Uploads have no JSON body; stories cover them. */
export const answering = (...operations: Operation[]): Resource[] =>
  everyResource
    .filter((resource) => operations.every((operation) => resource.operations.includes(operation)))
    .filter(({ content, fileBody }) => (content !== 'kept' && !fileBody) || !operations.includes('create'));

/** Every scope of the resource. */
export const scopesOpening = ({ scopes, readableWith }: Resource): string[] =>
  scopes === 'any-token'
    ? []
    : [...scopes, ...readableWith].flatMap((family) => [`${family}.readonly`, `${family}.readwrite`]);

/** The resources with a readable representation of one row: some return a document instead. */
export const readable = (): Resource[] => answering('read').filter(({ document }) => document === undefined);

/** Resources without their own rules for creations. */
export const plain = (): Resource[] => answering('create').filter(({ type }) => !(type in particulars));

/** Whether a member has rules beyond its declaration. */
export const isParticular = ({ type }: Resource, name: string): boolean => particulars[type]?.[name] !== undefined;

const accounts = new WeakMap<TestClient, Account>();

/** A new account and a client application of it. */
export async function newcomer(
  service: SharedService,
  options?: Parameters<TestService['client']>[1],
): Promise<{ account: Account; client: TestClient }> {
  const letters = unique().replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const account = await service.openAccount(letters);
  const client = await service.client(account, options);
  accounts.set(client, account);
  return { account, client };
}

/** A valid body for a creation: the required members, or all members that a creation may have. */
export async function exampleBody(client: TestClient, resource: Resource, isFull = false): Promise<Body> {
  const body: Body = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.create === 'absent' || (field.create === 'optional' && !isFull)) continue;
    const value = await exampleValue(client, resource, name, field);
    if (value !== undefined) body[name] = value;
  }
  for (const [name, seed] of Object.entries(exampleSeeds[resource.type] ?? {})) body[name] = await seed(client, make);
  return body;
}

async function exampleValue(client: TestClient, resource: Resource, name: string, field: Field): Promise<unknown> {
  const particular = particulars[resource.type]?.[name];
  if (particular) return particular(unique(), client, make);
  return field.target === undefined ? validValue(field.write, name) : targetOf(client, resource, name, field);
}

/** The targets of references, created once per client. */
const targets = new WeakMap<TestClient, Map<string, Promise<Row>>>();

async function targetOf(client: TestClient, resource: Resource, name: string, field: Field): Promise<unknown> {
  const target = everyResource.find(
    ({ type, operations }) => type === (field.keptAs ?? field.target) && operations.includes('create'),
  );
  if (!target) {
    if (field.isNullable) return undefined;
    throw new Error(`${resource.type}.${name} needs a ${field.target}, which no client can create.`);
  }
  const reference = { id: (await exampleTarget(client, target)).id };
  return field.column === 'references' ? [reference] : reference;
}

export function exampleTarget(client: TestClient, target: Resource): Promise<Row> {
  const known = targets.get(client) ?? new Map<string, Promise<Row>>();
  targets.set(client, known);
  const row = known.get(target.type) ?? createExample(client, target);
  known.set(target.type, row);
  return row;
}

/** Creates a row through the API; `members` override those of the example. */
export async function createExample(
  client: TestClient,
  resource: Resource,
  members: Body = {},
  isFull = false,
): Promise<Row> {
  if (resource.content) return contentExample(client, resource, make);
  if (resource.fileBody) return importExample(client);
  const body = { ...(await exampleBody(client, resource, isFull)), ...members };
  const created = await client.call('POST', pathOf(resource), { body });
  if (created.status !== 201) throw new Error(`No ${resource.type} was created: ${created.text}`);
  const { body: row } = created;
  for (const [name, { column }] of Object.entries(resource.fields)) if (column === 'once') delete row[name];
  return row;
}

const make: ExampleMaker = { create: createExample, target: exampleTarget, populate };

/** Random members, adjusted to each other if a resource needs it. */
export const suited = ({ type }: Resource, members: Body): Body =>
  ({ ...leaveSuited })[type as keyof typeof leaveSuited]?.(members) ?? members;

/** Writable members with free text. */
export const changeableTexts = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, { update, target, write }]) => update === 'optional' && target === undefined && isFreeText(write))
    .map(([name]) => name);

const isFreeText = ({ type, enum: values, pattern, format }: Schema): boolean =>
  [type].flat()[0] === 'string' && values === undefined && pattern === undefined && format === undefined;

/** A body that changes any row of the resource; empty if nothing can be changed. */
export function changeOf(resource: Resource): Body {
  const particular = { ...peopleChanges, ...attributeChanges, ...leaveChanges }[resource.type];
  if (particular) return particular(unique());
  const [member] = changeableTexts(resource);
  if (member === undefined) return {};
  return { [member]: `changed ${unique()}` };
}

export const methods = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', remove: 'DELETE' } as const;

export interface Request {
  readonly method: (typeof methods)[Operation];
  readonly path: string;
  readonly options: { readonly body?: Body | FormData };
}

/** A request that succeeds for every caller with the right. `id` is the row for operations on one row. */
export async function validRequest(
  client: TestClient,
  resource: Resource,
  operation: Operation,
  id: string,
): Promise<Request> {
  const isOne = operation !== 'list' && operation !== 'create';
  const form = resource.fileBody ? exampleImportForm() : resource.content ? exampleForm() : null;
  const created = async () => form ?? exampleBody(client, resource);
  const body = operation === 'create' ? await created() : changeOf(resource);
  return {
    method: methods[operation],
    path: pathOf(resource, isOne ? id : undefined),
    options: operation === 'create' || operation === 'update' ? { body } : {},
  };
}

/** Rows for a list: created by the client, or in the way of this resource. */
export async function populate(
  service: SharedService,
  client: TestClient,
  resource: Resource,
  count: number,
): Promise<void> {
  if (!resource.operations.includes('create') && !resource.content) {
    const origin = origins[resource.type] ?? ((_service, _client, some) => store(service, client, resource, some));
    await origin(service, client, count, make);
    return;
  }
  if (resource.fileBody) return importExamples(client, count);
  // The first creates the targets of the others.
  if (count > 0) await createExample(client, resource);
  for (let done = 1; done < count; done += 8) {
    const some = Array.from({ length: Math.min(8, count - done) });
    await Promise.all(some.map(() => createExample(client, resource)));
  }
}

/** For resources that the API cannot create. */
async function store(service: SharedService, client: TestClient, resource: Resource, count: number): Promise<void> {
  const account = accounts.get(client);
  if (!account) throw new Error(`The account of a client that wants a ${resource.type} is not known.`);
  for (let done = 0; done < count; done += 1) {
    const values: Body = {};
    for (const [name, field] of Object.entries(resource.fields)) {
      if (name === 'id' || field.isNullable) continue;
      const target = everyResource.find(({ type }) => type === field.target);
      values[name] = target ? { id: (await someRow(service, client, target)).id } : validValue(field.write, name);
    }
    await service.database.transaction(account.id, (tx) => insert(tx, resource, values));
  }
}

/** One row, created in the way of its resource. */
export async function someRow(service: SharedService, client: TestClient, resource: Resource): Promise<Row> {
  if (resource.operations.includes('create') || resource.content) return createExample(client, resource);
  await populate(service, client, resource, 1);
  const { body } = await client.call('GET', `${pathOf(resource)}?sort=-id&limit=1`);
  return body.items[0];
}

/** Every row that the client sees, ordered by `id`; at most a thousand. */
export async function everyRow(client: TestClient, resource: Resource, query = ''): Promise<Row[]> {
  const { body } = await client.call('GET', `${pathOf(resource)}?limit=1000${query}`);
  return body.items;
}

/** Rows that differ in every filterable member: minimal rows, full rows, and one with each flag set. */
export async function varietyOf(
  service: SharedService,
  resource: Resource,
): Promise<{ client: TestClient; rows: Row[] }> {
  const { client } = await newcomer(service);
  const isCreated = resource.operations.includes('create');
  for (const isFull of [false, false, true, true, true, true]) {
    if (isCreated) await createExample(client, resource, {}, isFull);
    else await populate(service, client, resource, 1);
    // The times of rows differ, so that ranges can fall between them.
    await pause(2);
  }
  if (isCreated) {
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.column !== 'boolean' || field.update !== 'optional') continue;
      const { id } = await createExample(client, resource);
      await client.call('PATCH', pathOf(resource, id), { body: { [name]: true } });
    }
  }
  const rows = await everyRow(client, resource);
  return { client, rows: await Promise.all(rows.map((row) => withFiltered(client, resource, row))) };
}
