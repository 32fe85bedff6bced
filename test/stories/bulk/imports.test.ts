/** Files of rows through `/svc-api/imports`, in each collection: created, updated, tried, refused by line. */
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, type Row, unique } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { ended, errorsOf, imported, importsPath, ndjson, sendFile } from '../../support/imports/imports.ts';
import { leaveAccount } from '../../support/leaves/leaves.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, hiring, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const listed = async (client: TestClient, path: string): Promise<(Row & Body)[]> =>
  (await client.call('GET', `/svc-api/${path}`)).body.items;

const position = 'firstEmployment.firstJobPosition';

test.concurrent('people in CSV are hired with their events, and known ones are updated', async () => {
  const { client, ...company } = await newCompany(service);
  await hired(client, company, { remoteId: 'P-1', familyName: 'Before' });
  const header = `remoteId,givenName,familyName,firstEmployment.start.date,firstEmployment.template.title,${position}.businessEstablishment.id,${position}.department.id`;
  const cells = `2024-01-01,"${company.template.title}",${company.place.id},${company.department.id}`;
  const lines = [`P-1,Ada,After,${cells}`, `P-2,Bob,New,${cells}`, `P-3,,Nameless,${cells}`, `P-2,Bob,Newer,${cells}`];
  const sent = await sendFile(client, 'collection=employees', `\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`);
  expect(sent).toMatchObject({
    status: 201,
    body: { type: 'import', collection: 'employees', isDryRun: false, fileFormat: 'csv', status: 'waiting' },
  });
  expect(sent.headers.get('location')).toBe(sent.body.url);
  const done = await ended(client, sent.body);
  expect(done).toMatchObject({
    status: 'done',
    counts: { lines: 4, created: 1, updated: 2, unchanged: 0, failed: 1 },
    failureReason: null,
    startedAt: expect.any(String),
  });
  const { bytesDone, bytes } = done.progress as { bytesDone: number; bytes: number };
  expect(bytesDone).toBe(bytes);
  expect(await errorsOf(client, done)).toEqual({ 4: { givenName: ['This member is required.'] } });
  const people = await listed(client, 'employees?sort=id');
  expect(people.map(({ familyName }) => familyName)).toEqual(['After', 'Newer']);
  const topics = (await eventsSeen(service, client)).filter(
    ({ topic, data }) => topic.startsWith('employee.') && data.id === people[1]?.id,
  );
  expect(topics.map(({ topic }) => topic)).toEqual(['employee.created', 'employee.updated']);
  const author = { type: 'client-application', id: client.credentials.clientId, run: done.id };
  for (const event of topics) expect(event).toMatchObject({ author });
});

/** A line of each other collection, and how it changes. */
interface Kind {
  readonly collection: string;
  readonly made: (scene: Scene) => Body;
  readonly changed: (scene: Scene, row: Row) => Body;
  readonly wrong: (scene: Scene) => Body;
  readonly at: string;
}

interface Scene {
  readonly client: TestClient;
  readonly company: Awaited<ReturnType<typeof newCompany>>;
  readonly person: Row;
  readonly employment: Row;
  readonly account: Row;
  readonly definition: string;
}

async function newScene(): Promise<Scene> {
  const company = await newCompany(service);
  const { client } = company;
  const person = await hired(client, company, { remoteId: 'E-1' }, { remoteId: 'C-1', end: { date: '2024-12-31' } });
  const [employment] = await employmentsOf(client, person);
  const definition = `e_${unique()}`;
  const schema = { $ref: '/svc-api/schemas/short-text' };
  const made = await client.call('POST', '/svc-api/employee-attribute-definitions', {
    body: { id: definition, name: `Shirt ${definition}`, schema },
  });
  expect(made.status, made.text).toBe(201);
  return { client, company, person, employment: employment as Row, account: await leaveAccount(client), definition };
}

const kinds: readonly Kind[] = [
  {
    collection: 'employments',
    made: ({ company }) => ({
      remoteId: 'C-2',
      employee: { remoteId: 'E-1' },
      start: { date: '2025-01-01' },
      template: { title: company.template.title },
      firstJobPosition: { businessEstablishment: at(company.place), department: at(company.department) },
    }),
    changed: () => ({ remoteId: 'C-2', end: { date: '2025-12-31' } }),
    wrong: ({ company }) => ({
      employee: { remoteId: 'E-1' },
      start: { date: '2024-02-30' },
      template: at(company.template),
      firstJobPosition: { businessEstablishment: at(company.place), department: at(company.department) },
    }),
    at: 'start.date',
  },
  {
    collection: 'job-positions',
    made: ({ company }) => ({
      remoteId: 'J-2',
      employment: { remoteId: 'C-1' },
      startsOn: '2024-06-01',
      businessEstablishment: { name: company.place.name },
      department: at(company.department),
    }),
    changed: () => ({ remoteId: 'J-2', jobTitle: 'Chief' }),
    wrong: ({ company }) => ({
      employment: { remoteId: 'C-1' },
      startsOn: '2030-06-01',
      businessEstablishment: at(company.place),
      department: at(company.department),
    }),
    at: 'startsOn',
  },
  {
    collection: 'departments',
    made: ({ company }) => ({ remoteId: 'D-2', name: 'Made', parent: at(company.department), sortOrder: 0 }),
    changed: () => ({ remoteId: 'D-2', name: 'Changed' }),
    wrong: () => ({ remoteId: 'D-3', name: '' }),
    at: 'name',
  },
  {
    collection: 'employee-attributes',
    made: ({ definition }) => ({ employee: { remoteId: 'E-1' }, definition: { id: definition }, value: 'M' }),
    changed: ({ definition }) => ({ employee: { remoteId: 'E-1' }, definition: { id: definition }, value: 'XL' }),
    wrong: ({ definition }) => ({ employee: { remoteId: 'E-1' }, definition: { id: definition }, value: 12 }),
    at: 'value',
  },
  {
    collection: 'leaves',
    made: ({ account }) => ({
      employee: { remoteId: 'E-1' },
      leaveAccount: { name: account.name },
      startsOn: '2024-03-04',
      endsOn: '2024-03-06',
      status: 'confirmed',
    }),
    changed: (_, { id }) => ({ id, endsOn: '2024-03-05' }),
    wrong: ({ account }) => ({
      employee: { remoteId: 'E-1' },
      leaveAccount: at(account),
      startsOn: '2024-03-04',
      endsOn: '2024-03-01',
    }),
    at: 'endsOn',
  },
];

describe.concurrent.each(oneIn(2, kinds))('$collection', ({ collection, made, changed, wrong, at: path }) => {
  test('are created, updated, tried and refused like single requests', async () => {
    const scene = await newScene();
    const { client } = scene;
    const query = `collection=${collection}`;
    const before = await listed(client, collection);
    const file = ndjson([made(scene), wrong(scene)]);

    const tried = await imported(client, `${query}&dryRun=true`, file);
    expect(tried).toMatchObject({ isDryRun: true, status: 'done', counts: { lines: 2, created: 1, failed: 1 } });
    expect(await listed(client, collection)).toEqual(before);

    const done = await imported(client, query, file);
    expect(done, JSON.stringify(await errorsOf(client, done))).toMatchObject({
      isDryRun: false,
      counts: { lines: 2, created: 1, updated: 0, failed: 1 },
    });
    const errors = await errorsOf(client, done);
    expect(Object.keys(errors[2] ?? {})).toContain(path);
    expect(await errorsOf(client, tried)).toEqual(errors);
    const known = new Set(before.map(({ id }) => id));
    const [row, ...others] = (await listed(client, collection)).filter(({ id }) => !known.has(id));
    expect(others).toEqual([]);

    const change = ndjson([changed(scene, row as Row)]);
    expect(await imported(client, query, change)).toMatchObject({ counts: { created: 0, updated: 1, failed: 0 } });
    expect(await imported(client, query, change)).toMatchObject({ counts: { updated: 0, unchanged: 1, failed: 0 } });
    const after = (await listed(client, collection)).find(({ id }) => id === row?.id);
    expect(after).not.toEqual(row);
    expect(await listed(client, collection)).toHaveLength(before.length + 1);
  });
});

test.concurrent('a line has the errors of the single request, names that nothing bears included', async () => {
  const { client, company } = await newScene();
  const single = { name: '', parent: { id: '999999' }, manager: { id: 'none' }, nickname: 'x' };
  const reply = await client.call('POST', '/svc-api/departments', { body: single });
  const done = await imported(
    client,
    'collection=departments',
    ndjson([single, { ...single, parent: { remoteId: 'No' } }]),
  );
  const errors = await errorsOf(client, done);
  expect(errors[1]).toEqual(reply.body.errors);
  const { parent: _, ...others } = reply.body.errors;
  expect(errors[2]).toEqual({ ...others, 'parent.remoteId': ['There is no department with this remoteId.'] });
  expect(company.department.id).toEqual(expect.any(String));
});

test.concurrent('a tree of departments goes in by CSV, parents first, with numbers and flags in cells', async () => {
  const { client } = await newScene();
  const file =
    'remoteId,name,parent.remoteId,sortOrder,isArchived\nT-1,Top,,0,false\nT-2,Below,T-1,,FALSE\nT-3,Deep,T-2,,\n';
  const counts = { lines: 3, created: 3, failed: 0 };
  expect(await imported(client, 'collection=departments&dryRun=true', file)).toMatchObject({ counts });
  expect(await imported(client, 'collection=departments', file)).toMatchObject({ counts });
  const rows = await listed(client, 'departments?remoteId=T-1,T-2,T-3&sort=id');
  expect(rows.map(({ level }) => level)).toEqual([1, 2, 3]);
  expect(rows[0]).toMatchObject({ sortOrder: 0, isArchived: false });
});

test.concurrent('a cell of a value is a number or a text, as its definition says', async () => {
  const { client, definition } = await newScene();
  const number = `e_${unique()}`;
  const schema = { $ref: '/svc-api/schemas/int32' };
  const made = await client.call('POST', '/svc-api/employee-attribute-definitions', {
    body: { id: number, name: `Shoes ${number}`, schema },
  });
  expect(made.status, made.text).toBe(201);
  const file = `employee.remoteId,definition.id,value\nE-1,${definition},12\nE-1,${number},12\n`;
  expect(await imported(client, 'collection=employee-attributes', file)).toMatchObject({ counts: { created: 2 } });
  const values = await listed(client, `employee-attributes?definition.id=${definition},${number}&sort=id`);
  expect(values.map(({ value }) => value)).toEqual(['12', 12]);
});

test.concurrent('a person may be named by id, and the single quote of a defused cell is taken away', async () => {
  const { client, person } = await newScene();
  const file = `id,familyName,employeeNumber\n${person.id},'=SUM(A1),'+1\n999999,Nobody,\n`;
  const done = await imported(client, 'collection=employees', file);
  expect(done).toMatchObject({ counts: { updated: 1, failed: 1 } });
  expect(await errorsOf(client, done)).toEqual({ 3: { id: ['There is no employee with this id.'] } });
  const { body } = await client.call('GET', `/svc-api/employees/${person.id}`);
  expect(body).toMatchObject({ familyName: '=SUM(A1)', employeeNumber: '+1' });
});

test.concurrent('a form holds the file, and its fields say what it is', async () => {
  const { client, company } = await newScene();
  const form = new FormData();
  form.set('collection', 'employees');
  form.set('dryRun', 'true');
  form.set('file', new Blob([ndjson([hiring(company)])]), 'people.ndjson');
  const { status, body, text } = await client.call('POST', importsPath, { body: form });
  expect(status, text).toBe(201);
  expect(body).toMatchObject({ isDryRun: true, fileFormat: 'ndjson', fileName: 'people.ndjson' });
  expect(await ended(client, body)).toMatchObject({ counts: { created: 1 } });
});

test.concurrent('a person who is signed in imports with the rights of their role, and is the author', async () => {
  const { account, client } = await newCompany(service);
  const owner = await service.person(account);
  const form = new FormData();
  form.set('collection', 'departments');
  form.set('file', new Blob(['name\nBy hand\n']), 'departments.csv');
  const sent = await owner.call('POST', importsPath, { body: form });
  expect(sent.status, sent.text).toBe(201);
  expect(await ended(owner, sent.body)).toMatchObject({ status: 'done', counts: { created: 1 } });
  const [event] = (await eventsSeen(service, client)).filter(({ topic }) => topic === 'department.created').slice(-1);
  expect(event).toMatchObject({ author: { type: 'administrator', run: sent.body.id } });
  const auditor = await service.person(account, 'auditor');
  expect((await auditor.call('POST', importsPath, { body: form })).status).toBe(403);
});

test.concurrent('an import waits for a full disk, however often it is begun meanwhile', async ({ expect }) => {
  const { client, ...company } = await newCompany(service);
  const { database } = service;
  await database.query(`create function refuse_as_full() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await database.query(`create trigger full_disk before insert on employees for each row
    when (new.remote_id = 'FULL') execute function refuse_as_full()`);
  const sent = await sendFile(client, 'collection=employees', ndjson([hiring(company, { remoteId: 'FULL' })]));
  const { id } = sent.body;
  const resting = 'select 1 from import_queue where import_id = $1 and leased_by is null and leased_until > now()';
  await expect.poll(() => database.query(resting, [id])).toHaveLength(1);
  // After one more beginning, an import that stops for a reason of its own has failed.
  await database.query('update import_queue set attempts = 4 where import_id = $1', [id]);
  await pause(5000);
  expect((await client.call('GET', `${importsPath}/${id}`)).body.status).toBe('running');
  await database.query('drop trigger full_disk on employees');
  expect(await ended(client, sent.body)).toMatchObject({ status: 'done', counts: { created: 1 } });
});
