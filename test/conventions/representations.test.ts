/** Stored representations equal what the declaration derives from the columns. */
import { beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../server/platform/database/statement.ts';
import { tableOf } from '../../server/platform/store/columns.ts';
import { representation } from '../../server/platform/store/representation.ts';
import { versionOf } from '../../server/platform/store/stored-text.ts';
import {
  answering,
  changeOf,
  createExample,
  everyResource,
  exampleBody,
  newcomer,
  pathOf,
  populate,
} from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const stored = everyResource.filter(({ events }) => events.length > 0);

describe.each(oneIn(8, stored, 0))('$path', (resource) => {
  test('representations match their columns after every kind of change', async () => {
    const { account, client } = await newcomer(service);
    if (resource.operations.includes('create')) {
      const rows = [await createExample(client, resource), await createExample(client, resource, {}, true)];
      for (const { id } of rows) await client.call('PATCH', pathOf(resource, id), { body: changeOf(resource) });
    } else {
      await populate(service, client, resource, 2);
    }
    const [counted] = await service.database.session(account.id).run<{ rows: string; wrong: string }>(
      statement(
        `select count(*) as rows, count(*) filter (
           where representation <> ${representation(resource, 'kept')}
             or representation_version is distinct from ${versionOf(resource)}
         ) as wrong
         from ${tableOf(resource)} as kept where account_id = $1`,
      ),
    );
    expect(Number(counted?.rows)).toBeGreaterThanOrEqual(2);
    expect(counted?.wrong).toBe('0');
  });
});

/** Members that a response may lack stand in their place where they are there. */
describe.each(oneIn(8, answering('create'), 0))('the answer to the creation of one of $path', (resource) => {
  test('has its members in the order of the declaration', async () => {
    const { client } = await newcomer(service);
    const { status, body } = await client.call('POST', pathOf(resource), { body: await exampleBody(client, resource) });
    const names = Object.keys(resource.fields).filter((name) => !['id', 'type'].includes(name) && name in body);
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'type', 'url', ...names, 'links', 'embedded']]);
  });
});
