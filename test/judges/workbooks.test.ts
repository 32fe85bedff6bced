/** A workbook of a list is read back by software that nobody here wrote: the same rows, in cells of their type. */
import { employees } from '@muster/contract/resources/employees.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { zip } from '../../server/files/zip.ts';
import { cellOf, representationColumns, valueAt } from '../../server/platform/tabular/columns.ts';
import { everyRow, pathOf, populate } from '../support/examples.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { type SharedService, sharedService } from '../support/service.ts';
import { opened } from '../support/snapshots.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
  const { client } = company;
  await hired(client, company, { givenName: '=1+1', familyName: 'Zoë <&> "Z"', employeeNumber: '007' });
  await hired(client, company, { givenName: 'a\nb', familyName: '🙂 & Söhne', phoneNumber: '+33123456789' });
  await populate(service, client, leaves, 2);
});

async function workbook(path: string): Promise<unknown[][]> {
  const answer = await opened(service.url, company.client, path, xlsx);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, xlsx]);
  const [sheet] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
  return sheet?.data ?? [];
}

test.each([employees, leaves])('$path', async (resource) => {
  const rows = await everyRow(company.client, resource);
  const [head = [], ...lines] = await workbook(pathOf(resource));
  expect(head).toEqual(representationColumns(resource));
  expect(lines).toHaveLength(rows.length);
  for (const [index, line] of lines.entries()) {
    const shown = head.map((name) => cellOf(rows[index], String(name).split('.')));
    expect(line.map((value, at) => textOf(value, shown[at]))).toEqual(shown);
  }
});

/** A moment is a number of days in a workbook, exact to a millisecond. */
const textOf = (value: unknown, shown = ''): string => {
  if (value instanceof Date) return Math.abs(value.getTime() - Date.parse(shown)) <= 1 ? shown : value.toISOString();
  return value === null ? '' : String(value);
};

test('days, moments, numbers and booleans have their type', async () => {
  const [row] = await everyRow(company.client, leaves);
  const [head = [], first = []] = await workbook(pathOf(leaves));
  for (const [index, name] of head.entries()) {
    const shown = valueAt(row, String(name).split('.'));
    if (typeof shown === 'number' || typeof shown === 'boolean') expect(first[index]).toBe(shown);
    if (/^\d{4}-\d{2}-\d{2}/.test(String(shown))) expect(first[index]).toBeInstanceOf(Date);
  }
  expect(first.filter((value) => value instanceof Date).length).toBeGreaterThan(1);
});

test('filters are those of the list, and an empty table has its header', async () => {
  const [head, ...rows] = await workbook('/svc-api/employees?id=999999999');
  expect([head?.length, rows]).toEqual([representationColumns(employees).length, []]);
});

test('a file of several parts has the sizes and sums that its readers check', async () => {
  const file = zip();
  const pieces = [await file.part('a.txt'), await file.write('one'), await file.write(' two')];
  pieces.push(await file.part('b.txt'), await file.end());
  const bytes = Buffer.concat(pieces);
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2);
});
