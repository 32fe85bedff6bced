/** Every relevant day is recorded once and in order, also after downtime, a freeze or a kill. */
import { employees } from '@muster/contract/resources/employees.ts';
import { events as eventLog } from '@muster/contract/resources/events.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { statement } from '../../server/platform/database/statement.ts';
import { everyRow, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { manyHired } from '../support/many-people.ts';
import { type EventRow, establishment, eventsSeen } from '../support/organization/organization.ts';
import { companyIn, type TimedService, timedService } from '../support/people/days.ts';
import { at, company, employeeNow, employmentsOf, hired, moved, positionsOf } from '../support/people/people.ts';
import { sandboxOf } from '../support/sandbox.ts';
import type { TestService } from '../support/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { createEndpoint, deliver, sendingService } from '../support/webhooks/webhooks.ts';

const reported = ({ occurredAt, topic, data, previousAttributes }: EventRow) => [
  occurredAt.replace(/\.0+Z$/, 'Z'),
  topic,
  data.id,
  previousAttributes,
];
const isSorted = (moments: readonly string[]) => expect(moments).toEqual(moments.toSorted());

describe('a sandbox whose clock jumps over three years', () => {
  let service: TestService;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await sendingService();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  test('records each day in between, oldest first, and sends them in this order', async () => {
    const { account, moveTo } = await sandboxOf(service, 'acme');
    const year = new Date().getUTCFullYear() + 1;
    const person = await service.person(account);
    const set = { body: { webhookParallelAttempts: 1 } };
    expect((await person.call('PATCH', '/admin-api/account-settings/current', set)).status).toBe(200);
    const client = await service.client(account);
    const firm = await company(client, { timezoneId: 'Pacific/Kiritimati' });
    const west = await establishment(client, firm.owner, { timezoneId: 'Pacific/Honolulu' });
    const ada = await hired(client, firm, {}, { start: { date: `${year}-02-01` }, end: { date: `${year + 2}-06-30` } });
    const [employment] = (await employmentsOf(client, ada)) as [Row];
    await moved(client, firm, employment, `${year + 1}-03-01`, { businessEstablishment: at(west) });
    const bea = await hired(client, firm, {}, { start: { date: `${year}-09-01` } });
    const [one, two] = (await positionsOf(client, ada)) as [Row, Row];
    await deliver(service);
    const last = Number((await eventsSeen(service, client)).at(-1)?.id);
    await createEndpoint(client, receiver.url, {
      topics: ['employee.updated', 'employment.updated', 'job-position.updated'],
    });
    await moveTo(`${year + 3}-01-01T00:00:00Z`);
    expect((await client.call('GET', pathOf(employees, ada.id))).body.status).toBe('deactivated');
    expect((await everyRow(client, employees, '&status=active')).map(({ id }) => id)).toEqual([bea.id]);
    const events = (await eventsSeen(service, client)).filter(
      ({ id, topic }) => Number(id) > last && topic.endsWith('.updated'),
    );
    const own = events.filter(({ data }) => [ada.id].includes((data.employee as Row | undefined)?.id ?? data.id));
    // Days begin fourteen hours before UTC in Kiritimati, and ten hours after UTC in Honolulu.
    const [begins, leaves, arrives, ends] = [
      `${year}-01-31T10:00:00Z`,
      `${year + 1}-02-${new Date(Date.UTC(year + 1, 2, 0)).getUTCDate()}T10:00:00Z`,
      `${year + 1}-03-01T10:00:00Z`,
      `${year + 2}-07-01T10:00:00Z`,
    ];
    expect(own.filter(({ topic }) => !topic.startsWith('webhook')).map(reported)).toEqual([
      [begins, 'employee.updated', ada.id, { status: 'upcoming' }],
      [begins, 'employment.updated', employment.id, { status: 'upcoming' }],
      [begins, 'job-position.updated', one.id, { status: 'upcoming' }],
      // Over in the east, not yet started in the west: the next one already applies.
      [leaves, 'employee.updated', ada.id, { applicableJobPosition: expect.objectContaining({ id: one.id }) }],
      [leaves, 'job-position.updated', one.id, { status: 'active' }],
      [arrives, 'job-position.updated', two.id, { status: 'upcoming' }],
      [ends, 'employee.updated', ada.id, { status: 'active' }],
      [ends, 'employment.updated', employment.id, { status: 'active' }],
      [ends, 'job-position.updated', two.id, { status: 'active' }],
    ]);
    isSorted(own.map(({ occurredAt }) => occurredAt));
    const people = events.filter(({ data }) => data.type === 'employee' && data.id === bea.id);
    expect(people.map(({ occurredAt }) => occurredAt.slice(0, 13))).toEqual([`${year}-08-31T10`]);
    await deliver(service);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(12), { timeout: 10_000, interval: 100 });
    const arrived = receiver.received.map(({ body }) => JSON.parse(String(body)));
    expect(arrived.map(({ id }) => Number(id))).toEqual(arrived.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(12);
  });

  inFull('goes back, and forth again, and records what that changes', async () => {
    const { account, moveTo } = await sandboxOf(service, 'initech');
    const year = new Date().getUTCFullYear() + 1;
    const client = await service.client(account);
    const firm = await company(client, { timezoneId: 'Europe/Paris' });
    const ada = await hired(client, firm, {}, { start: { date: `${year}-02-01` } });
    const [employment] = (await employmentsOf(client, ada)) as [Row];
    const status = async () => (await client.call('GET', pathOf(employees, ada.id))).body.status;
    const seen: string[] = [];
    for (const clock of [`${year}-03-01T00:00:00Z`, null, `${year}-03-02T00:00:00Z`]) {
      await moveTo(clock);
      seen.push(await status());
    }
    expect(seen).toEqual(['active', 'upcoming', 'active']);
    await moveTo(null);
    // A change uses the current time, not the time of rows that were written later.
    const template = { template: at(firm.template), remoteId: 'changed' };
    const reply = await client.call('PATCH', `/svc-api/employments/${employment.id}`, { body: template });
    expect(reply.body).toMatchObject({ remoteId: 'changed', status: 'upcoming' });
    expect(await status()).toBe('upcoming');
  });
});

describe('many people', () => {
  let timed: TimedService;

  beforeAll(async () => {
    timed = await timedService();
  });
  afterAll(() => timed.service.stop());

  const due = statement('select count(*)::int as count from employees where account_id = $1 and stale_at <= $2');
  const heldEmployment = statement(`
select 1 from employments where account_id = $1 order by id offset 500 limit 1 for update`);
  const allRecorded = (accountId: string) =>
    vi.waitFor(
      async () => {
        const session = timed.service.database.session(accountId);
        expect(await session.run(due, [timed.clock.now()])).toEqual([{ count: 0 }]);
      },
      { timeout: 20_000, interval: 100 },
    );

  inFull(
    'are recorded day by day over all of them, each day once, though connections are killed meanwhile',
    async () => {
      const { client: first, account, company: firm } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
      const day = (index: number) => `2025-05-${String(10 + (index % 9)).padStart(2, '0')}`;
      await manyHired(timed.service, account, firm, 900, (index) => ({ from: day(index), to: '2025-05-25' }));
      await timed.service.publisher.publishAll();
      timed.clock.set('2025-06-15T00:00:00Z');
      const client = await timed.service.renewed(first);
      // The work stops at a locked employment and is killed there, as if its node had died.
      await timed.service.database.transaction(account.id, async (tx) => {
        await tx.run(heldEmployment);
        await client.call('GET', `${pathOf(employees)}?limit=1`);
        await vi.waitFor(
          async () => {
            const killed = await timed.service.database.query(
              `select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock' and query like '%with listed as%'`,
            );
            expect(killed).toHaveLength(1);
          },
          { timeout: 20_000, interval: 20 },
        );
      });
      await allRecorded(account.id);
      await timed.service.publisher.publishAll();
      const { body } = await client.call('GET', `/svc-api/events?topic=employee.updated&limit=0&include=totalCount`);
      expect(body.totalCount).toBe(2 * 900);
      const pages = await Promise.all(
        [1, 2].map((page) => everyRow(client, eventLog, `&topic=employee.updated&page=${page}`)),
      );
      const events = pages.flat() as EventRow[];
      expect(new Set(events.map(({ data }) => `${data.id} ${data.status}`)).size).toBe(2 * 900);
      isSorted(events.map(({ occurredAt }) => occurredAt));
      expect(new Set(events.map(({ occurredAt }) => occurredAt)).size).toBe(10);
    },
  );

  test('a change of somebody whose days are not recorded yet records these days first', async () => {
    const { client: first, account, company: firm } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
    const ids = await manyHired(timed.service, account, firm, 400, () => ({ from: '2025-05-10', to: null }));
    await timed.service.publisher.publishAll();
    timed.clock.set('2025-05-10T12:00:00Z');
    const client = await timed.service.renewed(first);
    const last = { id: ids.at(-1) as string } as Row;
    const [employment] = (await employmentsOf(client, last)) as [Row];
    const end = { date: '2025-05-31' };
    const reply = await client.call('PATCH', `/svc-api/employments/${employment.id}`, { body: { end } });
    expect(reply.body).toMatchObject({ status: 'active', end });
    expect(await employeeNow(client, last)).toMatchObject({ status: 'active' });
    await allRecorded(account.id);
    const events = await eventsSeen(timed.service, client, `&data.type=employment&data.id=${employment.id}`);
    expect(events.map(({ topic, previousAttributes }) => [topic, previousAttributes])).toEqual([
      ['employment.created', undefined],
      ['employment.updated', { status: 'upcoming' }],
      ['employment.updated', { end: null }],
    ]);
  });
});
