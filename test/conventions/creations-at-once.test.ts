/** Creations of one caller that come at once are written together, and each is what it would be alone. */
import { randomBytes } from 'node:crypto';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manyCreatorOf } from '../../server/behaviours.ts';
import { tableOf } from '../../server/platform/store/columns.ts';
import { isObject } from '../../server/platform/verbs/body.ts';
import { type CutNetwork, startCutNetwork, through } from '../faults/cut-network.ts';
import { atOnce, insertionsDuring } from '../support/at-once.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { answering, type Body, exampleBody, newcomer, pathOf, type Row } from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { eventsSeen } from '../support/organization/organization.ts';
import { type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port));
  service = await testService({ databaseUrl: through(network, fresh.url), masterKey: randomBytes(32) });
});
afterAll(async () => {
  await service.stop();
  await network.close();
  await fresh.drop();
});

const gathering = answering('create', 'read').filter((resource) => manyCreatorOf(resource) !== null);
const count = 8;

/** Every second body has all members, unless all are to be short. */
async function bodiesOf(client: TestClient, resource: Resource, areSomeFull = true): Promise<Body[]> {
  const bodies: Body[] = [];
  for (let index = 0; index < count; index += 1) {
    bodies.push(await exampleBody(client, resource, areSomeFull && index % 2 === 0));
  }
  return bodies;
}

/** What differs between any two rows. */
const ofEachRow = ['id', 'url', 'createdAt', 'lastUpdatedAt'];

/** References are to rows of their own. */
const kindOf = (value: unknown): unknown => (isObject(value) ? Object.keys(value) : value);

const withoutExtras = ({ links: _links, embedded: _embedded, ...representation }: Row): Body => representation;

/** On Citus, each is alone. */
const isDistributed = Boolean(process.env.MUSTER_TEST_DATABASE_URL);

describe.each(gathering)('$path', (resource: Resource) => {
  const facet = facetsOf(gathering, resource);
  const post = (client: TestClient, body: Body) => client.call('POST', pathOf(resource), { body });
  /** Whose token was used before. A token that is first used meanwhile is another caller. */
  async function knownClient(): Promise<TestClient> {
    const { client } = await newcomer(service);
    await client.call('GET', pathOf(resource));
    return client;
  }
  const postAll = (client: TestClient, bodies: readonly Body[]): Promise<Reply[]> =>
    atOnce(network, () => Promise.all(bodies.map((body) => post(client, body))));

  facet('each body that comes at once with others makes the row that it would make alone', async () => {
    const client = await knownClient();
    const bodies = await bodiesOf(client, resource);
    let replies: Reply[] = [];
    const insertions = await insertionsDuring(tableOf(resource), async () => {
      replies = await postAll(client, bodies);
    });
    expect(replies.map(({ status, text }) => (status === 201 ? 201 : text))).toEqual(bodies.map(() => 201));
    if (!isDistributed) expect(insertions).toBeLessThan(count);
    for (const [index, { body, headers }] of replies.entries()) {
      const read = await client.call('GET', pathOf(resource, body.id));
      expect(read.body).toEqual(body);
      expect(read.headers.get('etag')).toBe(headers.get('etag'));
      expect(headers.get('location')).toBe(body.url);
      // A text that nobody else has, such as a name, is that of this body.
      const texts = Object.entries(bodies[index] ?? {}).filter(([, value]) => typeof value === 'string');
      expect(body).toMatchObject(Object.fromEntries(texts));
    }
  });

  facet('members that no body gives are the same as in a creation alone', async () => {
    const client = await knownClient();
    const [first = {}, ...others] = await bodiesOf(client, resource, false);
    const alone = (await post(client, first)).body;
    const replies = await postAll(client, others);
    for (const [index, { body }] of replies.entries()) {
      expect(Object.keys(body)).toEqual(Object.keys(alone));
      const omitted = Object.keys(body).filter((name) => !(name in (others[index] ?? {})) && !ofEachRow.includes(name));
      for (const name of omitted) expect({ [name]: kindOf(body[name]) }).toEqual({ [name]: kindOf(alone[name]) });
    }
  });

  facet('each of them has one event and one version, by its caller', async () => {
    const client = await knownClient();
    const bodies = await bodiesOf(client, resource);
    const replies = await postAll(client, bodies);
    const author = { id: client.credentials.clientId };
    for (const { body } of replies) {
      const data = withoutExtras(body);
      const events = await eventsSeen(service, client, `&data.type=${resource.type}&data.id=${body.id}`);
      expect(events).toMatchObject([{ topic: `${resource.type}.created`, author, data }]);
      const { body: versions } = await client.call('GET', `${pathOf(resource, body.id)}/versions`);
      expect(versions.items).toMatchObject([{ verb: 'created', author, data }]);
    }
  });

  facet('one that is refused among them gets the errors that it would get alone, and the others are made', async () => {
    const client = await knownClient();
    const bodies = await bodiesOf(client, resource);
    const wrong: Body = { ...(await exampleBody(client, resource)), nobodyKnowsThis: true };
    const alone = await post(client, wrong);
    const mixed = bodies.toSpliced(4, 0, wrong);
    const replies = await postAll(client, mixed);
    expect(replies.map(({ status }) => status)).toEqual(mixed.map((body) => (body === wrong ? 400 : 201)));
    expect(replies[4]?.body.errors).toEqual(alone.body.errors);
  });
});

test('among the resources are those with plain creations, and people', () => {
  const types = gathering.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['employee', 'legal-entity', 'taxonomy', 'taxonomy-label']));
});
