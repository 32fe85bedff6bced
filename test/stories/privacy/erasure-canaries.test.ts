/**
 * People full of canaries: after an erasure, tables, data files, the file store and the log hold none of the erased, and
 * all of the others. `MUSTER_CANARY_PEOPLE` makes it more people.
 */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copiesOfPerson } from '../../../server/admin/sandboxes/copies-of-person.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample, pathOf } from '../../support/examples.ts';
import { filesIn } from '../../support/files/files.ts';
import { inForm } from '../../support/form.ts';
import { leaveAccount } from '../../support/leaves/leaves.ts';
import { company } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { type CanaryPerson, canaryPerson } from '../../support/privacy/canaries.ts';
import { erasedOf } from '../../support/privacy/erasing.ts';
import { wordsIn, wordsInDataFiles, wordsInTables } from '../../support/privacy/whole-database.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { createEndpoint, deliver } from '../../support/webhooks/webhooks.ts';

const count = Number(process.env.MUSTER_CANARY_PEOPLE ?? inForm({ short: 2, full: 5 }));
const isLong = count > 20;
const patienceMs = isLong ? 900_000 : 60_000;

let database: FreshDatabase;
let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let second: TestPerson;
let receiver: Receiver;
let people: CanaryPerson[];

beforeAll(
  async () => {
    database = await freshDatabase();
    service = await testService({
      databaseUrl: database.url,
      webhooks: {
        networks: loopbackNetworks,
        limits: { ...standardLimits, attemptMs: 3000 },
        random: () => 0.5,
        isSending: false,
      },
    });
    account = await service.openAccount('acme');
    client = await service.client(account);
    owner = await service.person(account);
    second = await service.person(account);
    receiver = await startReceiver();
    // Answers with a part of what it was sent, as an error: the attempt keeps it.
    receiver.behave((response, { body }) => response.writeHead(500).end(/cnry\w+/.exec(String(body))?.[0] ?? ''));
    const definition = await createExample(client, employeeAttributeDefinitions, {
      schema: { $ref: '/svc-api/schemas/short-text' },
      taxonomy: undefined,
    });
    const firm = await company(client);
    const canaries = { client, firm, definitionId: definition.id, leaveAccount: await leaveAccount(client) };
    people = [];
    let administrator = owner;
    for (let made = 0; made < count; made += 1) {
      // One may have a limited number of saved views.
      if (made % 20 === 19) administrator = await service.person(account);
      const person = await canaryPerson({ ...canaries, owner: administrator });
      people.push(person);
      await attempted(person);
    }
    await Promise.all([service.activity.flush(), service.reads.flush()]);
  },
  isLong ? 1_800_000 : 120_000,
);
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await database.drop();
});

/** An endpoint that has failed waits, so each person has one. */
async function attempted({ id, canary }: CanaryPerson): Promise<void> {
  await service.publisher.publishAll();
  const endpoint = await createEndpoint(client, receiver.url);
  await client.call('PATCH', `/svc-api/employees/${id}`, { body: { familyName: `Of the event ${canary}` } });
  await deliver(service);
  // Otherwise every endpoint would get the events of all people after this one.
  await client.call('PATCH', pathOf(webhookEndpoints, endpoint.id), { body: { topics: ['legal-entity.created'] } });
  await service.database.session(account.id).run(earlierRequest, [service.now(), `/svc-api/employees/${canary}`]);
}

/** A log of an earlier release, which kept paths as they were typed. */
const earlierRequest = statement(`
insert into request_log (account_id, occurred_at, method, path, parameters, status, duration_ms, trace_id)
values ($1, $2, 'GET', $3, '{}', 404, 1, 'none')`);

/** Copies the account, and writes the canary into the copy of each person. */
async function inSandbox(): Promise<void> {
  const { body } = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  const ready = async () =>
    expect((await owner.call('GET', `/admin-api/sandboxes/${body.id}`)).body.state).toBe('ready');
  await vi.waitFor(ready, { timeout: 60_000, interval: 100 });
  const there = await service.client({ ...account, id: body.id, environment: 'sandbox', sandbox: body.name });
  for (const { id, canary } of people) {
    const { copies } = await copiesOfPerson(service.database, account.id, id);
    const [copy] = copies;
    const changed = await there.call('PATCH', `/svc-api/employees/${copy?.employeeId}`, {
      body: { familyName: canary },
    });
    expect(changed.status, changed.text).toBe(200);
  }
}

test('nothing of the erased is left, and everything of the others', {
  timeout: isLong ? 1_800_000 : 300_000,
}, async () => {
  await inSandbox();
  const words = people.map(({ canary }) => canary);
  // Events that wait would be in another table afterwards.
  await service.publisher.publishAll();
  const before = await wordsInTables(database.url, words);
  // The members that the declarations have, and every table that is to be cleared.
  for (const { canary, members } of people) {
    expect(members).toEqual(expect.arrayContaining(['employee.familyName', 'employee.email', 'job-position.jobTitle']));
    const tables = (before.get(canary) ?? []).map((name) => name.replace(/_\d{4}[wqm]\d+$/, ''));
    expect(tables).toEqual(
      expect.arrayContaining([
        ...[
          'employees',
          'employee_words',
          'employments',
          'job_positions',
          'employee_attributes',
          'attribute_keys',
          'files',
        ],
        ...['versions', 'events', 'delivery_attempts', 'audit_entries', 'request_log', 'read_log', 'imports'],
        ...['leave_request_decisions', 'saved_views'],
      ]),
    );
  }
  // As autovacuum may at any time: samples of the columns are kept for the planner.
  await service.database.query('analyze');
  const filesBefore = (await filesIn(service.filesDir)).length;
  const [held, ...rest] = people as [CanaryPerson, ...CanaryPerson[]];
  const erased = rest.slice(0, Math.ceil(rest.length / 2));
  const kept = [held, ...rest.slice(erased.length)];
  const reason = `Letter of ${erased[0]?.canary}`;
  const ids: string[] = [];
  for (const { id } of erased) {
    const { body } = await owner.call('POST', '/admin-api/erasures', { body: { employee: { id }, reason } });
    ids.push(body.id);
  }
  await owner.call('POST', '/admin-api/legal-holds', { body: { employee: { id: held.id }, reason: 'Case 12' } });
  const refused = await owner.call('POST', '/admin-api/erasures', { body: { employee: { id: held.id }, reason } });
  expect(refused.status).toBe(409);
  // Only now: who writes a name after the person was erased keeps it.
  for (const id of ids) {
    const decision = { erasure: { id }, decision: 'approve' };
    expect((await second.call('POST', '/admin-api/erasure-decisions', { body: decision })).status).toBe(201);
  }
  for (const id of ids) expect((await erasedOf(owner, id, patienceMs)).status).toBe('done');
  await Promise.all([service.activity.flush(), service.reads.flush()]);

  await service.publisher.publishAll();
  const gone = erased.map(({ canary }) => canary);
  const staying = kept.map(({ canary }) => canary);
  expect(await wordsInTables(database.url, gone)).toEqual(new Map());
  const after = await wordsInTables(database.url, staying);
  for (const canary of staying) {
    expect([canary, after.get(canary)]).toEqual([canary, before.get(canary)]);
  }
  // PostgreSQL keeps removed rows until no transaction that is still open could have seen them.
  await expect.poll(() => wordsInDataFiles(database.url, gone), { timeout: 60_000 }).toEqual(new Map());
  expect([...(await wordsInDataFiles(database.url, staying)).keys()].sort()).toEqual([...staying].sort());
  expect(await wordsIn(service.filesDir, gone)).toEqual(new Map());
  expect(filesBefore - (await filesIn(service.filesDir)).length).toBe(erased.length * 2);
  expect(service.logLines.filter((line) => gone.some((canary) => line.includes(canary)))).toEqual([]);
  for (const { id } of kept) expect((await client.call('GET', `/svc-api/employees/${id}`)).status).toBe(200);
});
