/** People of a file next to people of single requests: the same rows, texts, events and versions. */

import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, expect, test } from 'vitest';
import { storedFields } from '../../../server/platform/store/columns.ts';
import { listedRows } from '../../../server/platform/store/listed-rows.ts';
import type { Body, Row } from '../../support/examples.ts';
import { imported, ndjson } from '../../support/imports/imports.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { hired, hiring, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** What has a meaning in SQL arrays, in JSON or in texts of PostgreSQL, and nothing of it in a name. */
const oddTexts = [
  'NULL',
  'null',
  'NuLl',
  'nullable',
  '{}',
  'a,b',
  'a b',
  'x.y:z@1+2-3_4',
  '{a,b}',
  '"',
  'a"b',
  '\\',
  'back\\"slash\\',
  "O'Neil",
  'a\nb',
  '😀\u00a0é',
  '$1',
];

test('people of a file have the rows, texts and versions of single requests, whatever their texts hold', async () => {
  const { client, ...company } = await newCompany(service);
  const members = (text: string) => ({ givenName: `${text}.`, familyName: text, employeeNumber: text });
  for (const text of oddTexts) await hired(client, company, members(text));
  const lines = oddTexts.map((text) => hiring(company, members(text)));
  const done = await imported(client, 'collection=employees', ndjson(lines));
  expect(done).toMatchObject({ counts: { created: oddTexts.length, failed: 0 } });
  const people = (await client.call('GET', '/svc-api/employees?sort=id&limit=100')).body.items as (Row & Body)[];
  const news = people.slice(oddTexts.length);
  expect(news.map(({ familyName }) => familyName)).toEqual(oddTexts);
  const ofTheRow = [
    'id',
    'url',
    'createdAt',
    'lastUpdatedAt',
    'applicableEmployment',
    'applicableJobPosition',
    'links',
  ];
  const without = (row: object) => Object.entries(row).filter(([name]) => !ofTheRow.includes(name));
  expect(news.map(without)).toEqual(people.slice(0, oddTexts.length).map(without));
  const seen = (await eventsSeen(service, client)).filter(({ topic }) => topic === 'employee.created');
  for (const { links, embedded, ...row } of news) {
    expect(seen.find(({ data }) => data.id === row.id)?.data).toEqual(row);
    const { body: versions } = await client.call('GET', `/svc-api/employees/${row.id}/versions`);
    expect(versions.items).toMatchObject([{ verb: 'created', author: { run: done.id } }]);
  }
});

test('texts that are written as elements of arrays are read as they were', async () => {
  const texts = [...oddTexts, '', ' ', ' a', 'a ', '\t', 'a\\', '{', '}', '{}}', 'NULL ', '\u00a0', 'ſ', null];
  const fields = storedFields(employees).filter(({ name }) => name === 'id' || name === 'employeeNumber');
  const rows = texts.map((employeeNumber, id) => ({ id: String(id), employeeNumber }));
  const values: unknown[] = [];
  const { from } = listedRows(fields, rows, (value) => `$${values.push(value)}`);
  const read = await service.database.query(
    `select id::text as id, employee_number as "employeeNumber" from ${from}`,
    values,
  );
  expect(read).toEqual(rows);
});
