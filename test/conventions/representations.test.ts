/** Stored representations equal what the declaration derives from the columns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../server/platform/database/statement.ts';
import { tableOf } from '../../server/platform/store/columns.ts';
import { representation } from '../../server/platform/store/representation.ts';
import { versionOf } from '../../server/platform/store/stored-text.ts';
import { changeOf, createExample, everyResource, newcomer, pathOf, populate } from '../support/examples.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

const stored = everyResource.filter(({ events }) => events.length > 0);

describe.each(stored)('$path', (resource) => {
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
