/**
 * Test events for receivers. They are recorded like any other event, and so are published, listed and delivered. But
 * nothing has changed: the event shows a resource in its current state, or an example whose id is never used.
 */
import { examplesAt } from '@muster/contract/examples.ts';
import { readSchema } from '@muster/contract/kit/bodies.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressedJson, addressToken } from '../platform/store/address.ts';
import { authorText, orderColumns, orderValues, recordAsIs } from '../platform/store/recorded.ts';

type Verb = Resource['events'][number];

export interface TestEvent {
  readonly dataId: string;
  readonly isExample: boolean;
}

/** Topics for test events. A ping goes to one endpoint and is requested there. */
export const testableTopics: readonly string[] = Object.values<Resource>(resources).flatMap(({ type, events }) =>
  events.map((verb) => `${type}.${verb}`),
);

/**
 * `about`: the id of a resource; null for the newest, or an example if there is none. Returns null if there is nothing
 * to show.
 */
export async function recordTestEvent(
  tx: Tx,
  topic: string,
  { about = null, isExample = false }: { readonly about?: string | null; readonly isExample?: boolean },
): Promise<TestEvent | null> {
  const [type = '', verb = ''] = topic.split('.');
  const [key, resource] = Object.entries<Resource>(resources).find(([, { type: one }]) => one === type) ?? [];
  if (key === undefined || resource === undefined) return null;
  const { read, changed } = exampleOf(key, resource);
  const previous = verb === 'updated' ? addressedJson(changed) : null;
  if (!isExample) {
    const dataId = await recordAsIs(tx, resource, about, verb as Verb, previous);
    if (dataId !== null) return { dataId, isExample: false };
    // A resource that belongs to an application is visible only to it: nobody would see an example.
    if (about !== null || resource.isOwned) return null;
  }
  const author = authorText(tx.author);
  await tx.run(exampleStatement, [topic, read.type, read.id, tx.now, addressedJson(read), previous, author]);
  return { dataId: read.id, isExample: true };
}

const exampleStatement = statement(`
insert into outbox (account_id, ${orderColumns}, topic, data_type, data_id, occurred_at, data, previous_attributes, author)
overriding system value values ($1, ${orderValues}, $2, $3, $4, $5, $6, $7, $8)`);

/** Ids that the service never assigns. */
const unusedIds = { number: '0', uuid: '00000000-0000-0000-0000-000000000000', text: 'example' } as const;

/**
 * A representation from the reference with an unused id, and the former values of the members that its update would
 * change.
 */
function exampleOf(key: string, resource: Resource) {
  const examples: Readonly<Record<string, { readonly read: object; readonly update?: object }>> =
    examplesAt(addressToken);
  const { read = {}, update = {} } = examples[key] ?? {};
  const id = unusedIds[resource.idKind];
  const url = `${addressToken}/svc-api/${resource.path}/${id}`;
  const members: Record<string, unknown> = { type: resource.type, ...read, id, url };
  // In the order in which the service writes them.
  const names = Object.keys(readSchema(resource).properties as object).filter((name) => name in members);
  const picked = (wanted: readonly string[]) => Object.fromEntries(wanted.map((name) => [name, members[name]]));
  return {
    read: { ...picked(names), id, type: members.type },
    changed: picked(Object.keys(update).filter((name) => name in members)),
  };
}
