/** An account with every row that the examples of the OpenAPI document name, under the ids that they have there. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Row } from '../support/example-row.ts';
import { type Body, createExample, exampleBody, newcomer, pathOf, someRow } from '../support/examples.ts';
import { linkOf, uploaded } from '../support/files/files.ts';
import { importsPath, ndjson, sendFile } from '../support/imports/imports.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { attemptAt } from '../support/webhooks/webhook-examples.ts';

export interface ExampleAccount {
  readonly service: TestService;
  readonly client: TestClient;
  /** Values that only the service can make: in the document → here. */
  readonly made: ReadonlyMap<string, string>;
}

const place = { businessEstablishment: { id: '12' }, department: { id: '45' } };
const hired = (date: string, end: string | null = null) => ({
  firstEmployment: {
    start: { date },
    end: end === null ? null : { date: end },
    template: { id: '4' },
    firstJobPosition: place,
  },
});

/** In the order of their references: type, id, and the members that matter. */
const rows: readonly (readonly [type: string, id: string, members?: Body])[] = [
  ['legal-entity', '3'],
  ['legal-entity', '5'],
  ['business-establishment', '12', { legalEntity: { id: '3' } }],
  ['business-establishment', '13', { legalEntity: { id: '3' } }],
  ['department', '40', { parent: null }],
  ['department', '45', { parent: { id: '40' } }],
  ['department', '46', { parent: { id: '40' } }],
  ['employment-template', '4', { legalEntities: [{ id: '3' }], term: 'permanent' }],
  ['occupation-category', '9'],
  ['profession', '14'],
  ['profession', '15'],
  ['job-qualification', '27', { profession: { id: '14' } }],
  ['job-qualification', '28', { profession: { id: '14' } }],
  ['public-holidays-calendar', '2'],
  ['public-holidays-calendar', '3'],
  ['working-time-arrangement', '6'],
  ['employee', '1007', hired('2020-01-06')],
  ['employee', '1042', hired('2023-09-04', '2026-12-31')],
  ['job-position', '3305', { employment: { id: '2210' }, startsOn: '2023-12-01', ...place }],
  ['probationary-period', '318', { employment: { id: '2209' }, initialEndsOn: '2024-01-03' }],
  ['employee-personal-record', '655', { employee: { id: '1007' } }],
  ['leave-account', '3', { approvalLevels: 2, unit: 'workingDays' }],
  ['leave-account', '4'],
  ['leave', '5020', { ...leave('2024-03-04'), employee: { id: '1042' } }],
  ['leave', '5021', { ...leave('2024-04-08'), employee: { id: '1042' } }],
  ['taxonomy', '31'],
  ['taxonomy-label', '205', { taxonomy: { id: '31' } }],
  ['webhook-endpoint', '14', { status: 'active' }],
];

function leave(day: string): Body {
  return { startsOn: day, endsOn: day, leaveAccount: { id: '3' } };
}

/** Before these rows are made, what they bring along gets its id. */
const alongside: Readonly<Record<string, readonly (readonly [table: string, id: string])[]>> = {
  'employee 1007': [
    ['employments', '2209'],
    ['job_positions', '3303'],
  ],
  'employee 1042': [
    ['employments', '2210'],
    ['job_positions', '3304'],
  ],
  'leave 5020': [['leave_requests', '910']],
  'webhook-endpoint 14': [['webhook_endpoint_secrets', '22']],
};

export async function exampleAccount(): Promise<ExampleAccount> {
  const service = await testService();
  const { account, client } = await newcomer(service);
  await service.database.query(
    `insert into published (account_id, last_id) values ($1, 90411)
     on conflict (account_id) do update set last_id = excluded.last_id`,
    [account.id],
  );
  const next = (table: string, id: string) =>
    service.database.query(`select setval('${table}_id_seq', $1::bigint, false)`, [id]);
  let far = 500_000;
  const apart = () => {
    far += 1000;
    const all = [...tables].map((table) => `setval('${table}_id_seq', ${far})`);
    return service.database.query(`select ${all.join(', ')}`);
  };
  for (const [type, id, members] of rows) {
    const resource = declared(type);
    // Other members may need rows of their own: those get ids that no example has.
    await apart();
    const body = { ...(await exampleBody(client, resource)), ...members };
    await next(tableOf(resource), id);
    for (const [table, other] of alongside[`${type} ${id}`] ?? []) await next(table, other);
    const created = await client.call('POST', pathOf(resource), { body });
    if (created.body.id !== id) throw new Error(`There is no ${type} ${id}: ${created.text}`);
  }
  await apart();
  return { service, client, made: await madeByService(service, client, next) };
}

const declared = (type: string): Resource => resourceOf(type) as Resource;
const tableOf = ({ path }: Resource): string => path.replaceAll('-', '_');

const tables = new Set([
  ...rows.map(([type]) => tableOf(declared(type))),
  ...Object.values(alongside).flatMap((some) => some.map(([table]) => table)),
]);

/** Ids that are UUIDs, rows that follow from others, and the token of a file. */
async function madeByService(
  service: TestService,
  client: TestClient,
  next: (table: string, id: string) => Promise<unknown>,
): Promise<Map<string, string>> {
  // The collection creates this one itself.
  await next('employee_attributes', '77000');
  await next('leave_request_decisions', '1377');
  await createExample(client, declared('leave-request-decision'));
  await next('webhook_redeliveries', '6');
  const redelivery = { webhookEndpoint: { id: '14' }, startsAt: recent(service, 2), endsAt: recent(service, 1) };
  await createExample(client, declared('webhook-redelivery'), redelivery);
  await next('imports', '31');
  await next('import_errors', '77');
  await cancelledImport(client);
  const delivery = await createExample(client, declared('webhook-delivery'), { webhookEndpoint: { id: '14' } });
  await service.publisher.publishAll();
  await attemptAt(service, client, delivery);
  const { body: attempts } = await client.call('GET', '/svc-api/webhook-delivery-attempts');
  const file = await uploaded(client);
  await client.call('PATCH', '/svc-api/employments/2210', { body: { document: { id: file.id } } });
  const link = new URL(await linkOf(client, '/svc-api/employments/2210', 'document'));
  const portrait: Row = await someRow(service, client, declared('portrait'));
  return new Map([
    ['0196c3fe-8a41-7d09-b6c2-40f1c7a9e553', delivery.id],
    ['0196c3fe-8c02-7b6f-a0d4-5e9b1f27c8d0', attempts.items[0].id],
    ['0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71', file.id],
    ['0196c3f2-77b3-7a02-8e55-91d0c6b7fa19', portrait.id],
    // The day and the moment at which the request is sent: earlier, the rows did not exist.
    ['2025-05-13', service.now().toISOString().slice(0, 10)],
    ['2025-05-12T08:35:00Z', '{{$isoTimestamp}}'],
    ['<TOKEN>', link.searchParams.get('token') ?? ''],
  ]);
}

/** With an error, and cancelled before its end: the example of a change cancels it, which changes nothing any more. */
async function cancelledImport(client: TestClient): Promise<void> {
  const lines = Array.from({ length: 3000 }, (_, index) => ({ name: index === 0 ? '' : `Imported ${index}` }));
  const { body } = await sendFile(client, 'collection=departments&dryRun=true', ndjson(lines));
  const path = `${importsPath}/${body.id}`;
  while ((await client.call('GET', path)).body.counts.failed === 0) await pause(20);
  const { status, text } = await client.call('PATCH', path, { body: { status: 'cancelled' } });
  if (status !== 200) throw new Error(`An import cannot be cancelled: ${text}`);
}

const recent = (service: TestService, hours: number): string =>
  new Date(service.now().getTime() - hours * 3_600_000).toISOString();
