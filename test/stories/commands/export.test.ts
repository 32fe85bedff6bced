/** Export of an account to files, with the real command on a real database next to a running service. */
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allListed, type BulkService, bulkService, countListed, parsedLines } from '../../support/commands/bulk.ts';
import { answering, pathOf, populate, type Row } from '../../support/examples.ts';
import { inFull, oneIn } from '../../support/form.ts';
import { changed } from '../../support/organization/organization.ts';
import { hired, hiring, newCompany } from '../../support/people/people.ts';
import { confidential, personalRecord } from '../../support/people/personal-records.ts';
import type { TestClient } from '../../support/service.ts';

const exported = oneIn(3, answering('list'));

let service: BulkService;
let client: TestClient;
let company: Awaited<ReturnType<typeof newCompany>>;
let account: string[];

beforeAll(async () => {
  service = await bulkService();
  company = await newCompany(service);
  client = company.client;
  account = ['--account', company.account.name];
  const somebody = await hired(client, company, { remoteId: '=1+1', givenName: 'Zoë, "Z"' }, {}, { jobTitle: 'a\nb' });
  await personalRecord(client, somebody, confidential);
  await hired(client, company, { phoneNumber: '+33123456789' }, { end: { date: '2024-02-01' } });
  await hired(client, company, {}, { start: { date: '2999-01-01' } });
  for (const resource of exported) {
    if ((await countListed(client, pathOf(resource))) < 2) await populate(service, client, resource, 2);
  }
  await service.publisher.publishAll();
});
afterAll(() => service.stop());

test.each(exported.map(({ path }) => path))('an export of %s holds what the API lists', async (path) => {
  const { status, stdout, stderr } = await service.muster('export', path, ...account);
  const rows = parsedLines(stdout);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `${rows.length} ${path} of ${company.account.name} were written.\n`,
  });
  expect(rows.length).toBeGreaterThan(1);
  expect(rows).toEqual(await allListed(client, `/svc-api/${path}`));
});

test('confidential members are open in an export, as in an answer', async () => {
  const { stdout } = await service.muster('export', employeePersonalRecords.path, ...account);
  expect(parsedLines(stdout)[0]).toMatchObject({ birthDate: confidential.birthDate, legalGender: 'female' });
});

test('a new day is recorded before anything is read', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const threeDaysMs = 3 * 86_400_000;
  const fresh = await newCompany(service);
  // The clock of the service is behind that of the command, which finds a new day that is not recorded yet.
  service.advance(-threeDaysMs);
  const upcoming = await hired(await service.renewed(fresh.client), fresh, {}, { start: { date: today } });
  expect(upcoming.status).toBe('upcoming');
  const { stdout } = await service.muster('export', employees.path, '--account', fresh.account.name);
  service.advance(threeDaysMs);
  expect(parsedLines(stdout)).toMatchObject([{ id: upcoming.id, status: 'active' }]);
});

test('CSV has a column for every member, by its dotted path', async () => {
  const file = await service.file('out.csv', 'old');
  const { status, stdout } = await service.muster(
    ...['export', employees.path, ...account, '--format', 'csv', '--output', file, '--overwrite'],
  );
  const listed = await allListed(client, pathOf(employees));
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `${listed.length} employees of ${company.account.name} were written to ${file}.\n`,
  });
  const rows = parse(await readFile(file), { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(listed.length);
  for (const [index, row] of rows.entries()) {
    const { id, givenName, phoneNumber, applicableEmployment, birthDay } = listed[index] as Row & {
      applicableEmployment: Row;
      birthDay: { month: number } | null;
    };
    expect(row).toMatchObject({
      id,
      givenName,
      phoneNumber: phoneNumber ?? '',
      'applicableEmployment.id': applicableEmployment.id,
      'applicableEmployment.url': applicableEmployment.url,
      'birthDay.month': String(birthDay?.month ?? ''),
    });
    expect(Object.keys(row)).not.toContain('links');
  }
  expect((await readdir(dirname(file))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('lists and open structures are one column of CSV, as JSON', async () => {
  const { stdout } = await service.muster('export', 'job-positions', ...account, '--format', 'csv');
  const [row] = parse(stdout, { columns: true }) as Record<string, string>[];
  const [listed] = await allListed(client, '/svc-api/job-positions');
  expect(row?.jobTitle).toBe('a\nb');
  expect(JSON.parse(row?.updatedAttributes as string)).toEqual(listed?.updatedAttributes);
});

inFull(
  'an export holds one moment, whatever is written while it runs',
  async () => {
    const other = await newCompany(service);
    const lines = Array.from({ length: 2500 }, () => JSON.stringify(hiring(other))).join('\n');
    const file = await service.file('many.ndjson', lines);
    await service.muster('import', 'employees', file, '--account', other.account.name);
    const before = await allListed(other.client, pathOf(employees));

    const child = service.launch('export', employees.path, '--account', other.account.name);
    const { stdout } = child;
    if (!stdout) throw new Error('The command has no standard output.');
    // The first page has been read, and the rest waits for a reader.
    await once(stdout, 'readable');
    const last = before.at(-1) as Row;
    await changed(other.client, employees, last, { familyName: 'Changed meanwhile' });
    await hired(other.client, other, { familyName: 'Hired meanwhile' });
    let text = '';
    for await (const chunk of stdout.setEncoding('utf8')) text += chunk;

    expect(parsedLines(text)).toEqual(before);
    expect(before.length).toBe(2500);
    expect(await allListed(other.client, pathOf(employees))).toHaveLength(2501);
  },
  90_000,
);

test('an account without any gives an empty export', async () => {
  const empty = await service.openAccount('empty');
  const { status, stdout } = await service.muster('export', departments.path, '--account', empty.name);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  const csv = await service.muster('export', departments.path, '--account', empty.name, '--format', 'csv');
  expect(csv.stdout).toMatch(/^id,type,url,remoteId,[^\n]*\n$/);
});

test('programs get one object about an export to a file', async () => {
  const output = await service.file('out.ndjson', '');
  const reported = await service.musterJson('export', departments.path, ...account, '--output', output);
  expect(reported).toMatchObject({ resource: 'departments', format: 'ndjson', rows: expect.any(Number), output });
  expect(parsedLines(await readFile(output, 'utf8'))).toHaveLength(reported.rows);
  expect((await stat(output)).mode & 0o777).toBe(0o600);
  const again = await service.muster('export', departments.path, ...account, '--output', output);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') });
  const replaced = await service.muster('export', departments.path, ...account, '--output', output, '--overwrite');
  expect(replaced.status).toBe(0);
});

test('an unknown resource is refused with the list of exportable ones', async () => {
  const { status, stdout, stderr } = await service.muster('export', 'people', ...account);
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining('employees') });
});
