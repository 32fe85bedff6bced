/** Import of people from a file, with the real command on a real database next to a running service. */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BulkService, bodies, bulkService, importing, lineErrorsIn, ndjson } from '../../support/commands/bulk.ts';
import { type Body, pathOf, type Row, unique } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { at, hired, hiring, positionsOf } from '../../support/people/people.ts';

let service: BulkService;

beforeAll(async () => {
  service = await bulkService();
});
afterAll(() => service.stop());

const position = 'firstEmployment.firstJobPosition';

const ofTheRow = ['id', 'url', 'createdAt', 'lastUpdatedAt', 'applicableEmployment', 'applicableJobPosition'];

const withoutIdentity = (row: Row): Body =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofTheRow.includes(name)));

test('people in CSV are hired as requests would hire them, with an event for every row', async () => {
  const { company, client, ...imports } = await importing(service);
  const { place, department, template } = company;
  const header = [
    ...['givenName', 'familyName', 'email', 'remoteId', 'phoneNumber', 'firstEmployment.start.date'],
    ...['firstEmployment.template.id', `${position}.businessEstablishment.id`, `${position}.department.id`],
    ...[`${position}.jobTitle`, `${position}.t9n.jobTitle.fr-FR`],
  ];
  const row = ['Ada', 'Lovelace', 'ada@example.com', 'CSV-1', '+33123456789', '2024-01-01', template.id, place.id];
  const file = await service.file(
    'people.csv',
    `\uFEFF${header.join(',')}\r\n${[...row, department.id, '"Engineer, ""chief"""', 'Ingénieure'].join(',')}\r\n\r\n`,
  );
  expect(await imports.importJson(file)).toMatchObject({ lines: 1, hired: 1, failed: 0, errorsFile: null });
  const [imported] = await imports.people();
  const posted = await hired(client, company, {
    ...{ givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phoneNumber: '+33123456789' },
    remoteId: 'CSV-2',
  });
  expect(withoutIdentity({ ...(imported as Row), remoteId: null })).toEqual(
    withoutIdentity({ ...posted, remoteId: null, links: null, embedded: null }),
  );
  const [stage] = await positionsOf(client, imported as Row);
  expect(stage).toMatchObject({ jobTitle: 'Engineer, "chief"', t9n: { jobTitle: { 'fr-FR': 'Ingénieure' } } });
  const events = (await eventsSeen(service, client)).filter(({ data }) =>
    [imported?.id, stage?.id, (stage as { employment: Row } | undefined)?.employment.id].includes(data.id),
  );
  const topics = events
    .map(({ topic }) => topic)
    .filter((topic) => /^(employee|employment|job-position)\./.test(topic));
  expect(topics).toEqual(['employee.created', 'employment.created', 'job-position.created']);
  for (const event of events.slice(-3)) expect(event.businessEstablishment).toMatchObject(at(place));
});

inFull('cells may be separated by semicolons, and a cell may hold several lines', async () => {
  const { company, ...imports } = await importing(service);
  const { place, department, template } = company;
  const ids = { template: template.id, businessEstablishment: place.id, department: department.id };
  const header = `givenName;familyName;firstEmployment.template.id;${position}.businessEstablishment.id;${position}.department.id;${position}.notes`;
  const cells = `${ids.template};${ids.businessEstablishment};${ids.department}`;
  const file = await service.file(
    'semicolons.csv',
    `${header}\nAda;One;${cells};"one\ntwo"\n;Two;${cells};\nEve;Three;${cells};\n`,
  );
  const { status, stderr } = await imports.import(file);
  expect(status).toBe(1);
  expect(stderr).toContain(`${file}:4: givenName: This member is required.`);
  expect((await imports.people()).map(({ familyName }) => familyName)).toEqual(['One', 'Three']);
});

test('valid lines are imported, and each invalid one has the errors of a request', async () => {
  const { company, client, ...imports } = await importing(service);
  const { place, department, template } = company;
  const wrong: unknown[] = [
    hiring(company, { givenName: '', email: 'nobody' }),
    hiring(company, { nickname: 'x' }),
    hiring(company, {}, { start: { date: '2024-02-30' } }),
    hiring(company, {}, { end: { date: '2023-01-01' } }),
    hiring(company, {}, { template: { id: '999999' } }, { department: { id: 'none' } }),
    hiring(company, {}, {}, { manager: { id: '999999' }, startsOn: '2024-05-05' }),
    hiring(company, {}, { legalEntity: { id: '999999' } }),
    { givenName: 'Ada', familyName: 'Without', firstEmployment: 'none' },
    hiring(company, { portrait: { id: '7d0c9c0e-6d3b-4b6e-9a54-5a1b1d1a2b3c' } }),
  ];
  const good = [hiring(company, { familyName: 'Good' }), hiring(company, { familyName: 'Better' })];
  const file = await service.file('mixed.ndjson', `${ndjson([good[0], ...wrong, good[1]])}{"givenName":\n\n[]\n`);
  const { status, stdout, stderr } = await imports.import(file);
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: expect.stringMatching(/13 lines: 2 hired, 0 updated, 0 unchanged, 11 failed\.\n.*errors\.ndjson/),
  });
  const lineErrors = await lineErrorsIn(file);
  for (const [index, body] of wrong.entries()) {
    const reply = await client.call('POST', pathOf(employees), { body });
    expect({ line: index + 2, errors: lineErrors[index + 2] }).toEqual({ line: index + 2, errors: reply.body.errors });
  }
  expect(Object.keys(lineErrors).map(Number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14]);
  expect(stderr).toContain(`${file}:2: email: Must be a valid email.`);
  expect((await imports.people()).map(({ familyName }) => familyName)).toEqual(['Good', 'Better']);
  expect([place, department, template]).toHaveLength(3);
});

inFull('a dry run finds the same errors and writes nothing', async () => {
  const { company, ...imports } = await importing(service);
  const lines = [
    hiring(company, { remoteId: 'DRY-1' }),
    hiring(company, { email: 'nobody' }),
    { remoteId: 'DRY-1', email: 'later@example.com' },
    hiring(company, {}, {}, { manager: { remoteId: 'DRY-1' } }),
    hiring(company, {}, {}, { manager: { remoteId: 'DRY-9' } }),
  ];
  const file = await service.file('dry.ndjson', ndjson(lines));
  const reported = { lines: 5, hired: 2, updated: 1, failed: 2 };
  expect(await imports.importJson(file, '--dry-run')).toMatchObject({ ...reported, isDryRun: true });
  const lineErrors = await lineErrorsIn(file);
  expect(lineErrors).toEqual({
    2: { email: [expect.any(String)] },
    5: { [`${position}.manager.remoteId`]: ['There is no employee with this remoteId.'] },
  });
  expect(await imports.people()).toEqual([]);
  expect(await imports.importJson(file)).toMatchObject({ ...reported, isDryRun: false });
  expect(await lineErrorsIn(file)).toEqual(lineErrors);
  expect(await imports.people()).toHaveLength(2);
});

describe('a line about somebody known by remoteId', () => {
  test('changes the members that it gives, and nothing else', async () => {
    const { company, client, ...imports } = await importing(service);
    const known = await hired(client, company, { remoteId: 'U-1', email: 'old@example.com', employeeNumber: '7' });
    const file = await service.file(
      'update.csv',
      `remoteId,familyName,email,employeeNumber,firstEmployment.start.date\nU-1,New,new@example.com,,2020-01-01\n`,
    );
    expect(await imports.importJson(file)).toMatchObject({ hired: 0, updated: 1 });
    const [after, ...others] = await imports.people();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: known.id, familyName: 'New', email: 'new@example.com', employeeNumber: '7' });
    const [stage] = await positionsOf(client, known);
    expect(stage).toMatchObject({ startsOn: '2024-01-01' });
    const updated = (await eventsSeen(service, client)).filter(({ topic }) => topic === 'employee.updated');
    expect(updated).toMatchObject([{ previousAttributes: { familyName: known.familyName, email: 'old@example.com' } }]);
  });

  inFull('without a change records nothing', async () => {
    const { company, client, ...imports } = await importing(service);
    const body = hiring(company, { remoteId: 'U-2', email: 'same@example.com' });
    const file = await service.file('same.ndjson', ndjson([body]));
    expect(await imports.importJson(file)).toMatchObject({ hired: 1, unchanged: 0 });
    const before = await eventsSeen(service, client);
    expect(await imports.importJson(file)).toMatchObject({ hired: 0, updated: 0, unchanged: 1, passedOver: 0 });
    expect(await eventsSeen(service, client)).toEqual(before);
    expect(await imports.people()).toHaveLength(1);
  });

  test('has the errors of a change', async () => {
    const { company, client, ...imports } = await importing(service);
    const known = await hired(client, company, { remoteId: 'U-3' });
    const change = { remoteId: 'U-3', email: 'nobody', status: 'deactivated' };
    const file = await service.file('refused.ndjson', ndjson([change]));
    expect(await imports.importJson(file)).toMatchObject({ failed: 1, updated: 0 });
    const reply = await client.call('PATCH', pathOf(employees, known.id), { body: change });
    expect(await lineErrorsIn(file)).toEqual({ 1: reply.body.errors });
  });

  inFull('may follow the line that hires that person', async () => {
    const { company, ...imports } = await importing(service);
    const lines = [
      hiring(company, { remoteId: 'U-4', email: 'first@example.com' }),
      { remoteId: 'U-4', email: 'second@example.com' },
      { remoteId: 'U-4', email: 'third@example.com' },
    ];
    const file = await service.file('twice.ndjson', ndjson(lines));
    expect(await imports.importJson(file)).toMatchObject({ hired: 1, updated: 2, failed: 0 });
    expect(await imports.people()).toMatchObject([{ email: 'third@example.com' }]);
  });
});

test('references by name need no id: departments, establishments, templates, managers of earlier lines', async () => {
  const { company, client, ...imports } = await importing(service);
  const twins = `Twins ${unique()}`;
  for (const remoteId of ['DEP-1', 'DEP-2']) {
    await client.call('POST', '/svc-api/departments', { body: { name: twins, remoteId } });
  }
  const { place, template } = company;
  const header = `remoteId,givenName,familyName,firstEmployment.template.title,${position}.businessEstablishment.name,${position}.department.remoteId,${position}.department.name,${position}.manager.remoteId`;
  const common = `"${template.title}","${place.name}"`;
  const file = await service.file(
    'names.csv',
    [
      header,
      `M-1,Max,Manager,${common},DEP-2,,`,
      `M-2,Rita,Report,${common},DEP-1,,M-1`,
      `M-3,Theo,Third,${common},,${twins},`,
      `M-4,Fay,Fourth,${common},DEP-3,,M-9`,
    ].join('\n'),
  );
  expect(await imports.importJson(file)).toMatchObject({ hired: 2, failed: 2 });
  expect(await lineErrorsIn(file)).toEqual({
    4: { [`${position}.department.name`]: ['Several bear this name: give the id instead.'] },
    5: {
      [`${position}.department.remoteId`]: ['There is no department with this remoteId.'],
      [`${position}.manager.remoteId`]: ['There is no employee with this remoteId.'],
    },
  });
  const [manager, report] = await imports.people();
  const [stage] = await positionsOf(client, report as Row);
  expect(stage).toMatchObject({ manager: { id: manager?.id } });
});

test('a line that only the database refuses does not keep the others of its batch out', async () => {
  const { company, ...imports } = await importing(service);
  // They differ, but not enough to be two people.
  const remoteIds = ['R-1', 'Same', 'same', 'R-2'];
  const file = await service.file(
    'clash.ndjson',
    ndjson(bodies(company, 4, (index) => ({ remoteId: remoteIds[index] }))),
  );
  expect(await imports.importJson(file)).toMatchObject({ hired: 3, failed: 1 });
  expect(await lineErrorsIn(file)).toEqual({ 3: { remoteId: ['Another employee bears this value already.'] } });
  expect((await imports.people()).map(({ remoteId }) => remoteId)).toEqual(['R-1', 'Same', 'R-2']);
});

test.each([
  [
    'an unknown column',
    'a.csv',
    'givenName,nickname\nAda,x\n',
    /These columns are not known: nickname\. Known are: .*firstEmployment\.start\.date/,
  ],
  ['a column that is there twice', 'b.csv', 'givenName,givenName\nAda,x\n', /more than once: givenName/],
  ['a file in another encoding', 'c.csv', Buffer.from('givenName\nZo\xEB\n', 'latin1'), /UTF-8/],
  ['an open quote', 'd.csv', 'givenName\n"Ada\n', /[Qq]uote/],
  ['another format', 'e.xlsx', 'PK', /\.csv or \.ndjson/],
])('%s is refused as a whole', async (_, name, content, message) => {
  const { company, ...imports } = await importing(service);
  expect(company.account.name).not.toBe('');
  const { status, stdout, stderr } = await imports.import(await service.file(name, content));
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(await imports.people()).toEqual([]);
});

test('a file that is not there is named as the mistake', async () => {
  const { importJson: _, ...imports } = await importing(service);
  const { status, stderr } = await imports.import('/nowhere/people.csv');
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('There is no such file.') });
});
