/**
 * How PostgreSQL finds legacy users: the plans of the statements that a request really sends, planned without values,
 * as in the service. None reads a whole table of people for one page.
 */

import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fillPeople } from '../bench/people-rows.ts';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import type { LegacyReader } from '../server/legacy/reader.ts';
import { users } from '../server/legacy/users.ts';
import { type Database, openDatabase, type Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { inForm } from './support/form.ts';

const smallOnes = (people: number): number[] => Array.from({ length: 9 }, () => people);
/** One large account among small ones: plans are made for the average, whatever the values. */
const employeesByAccount = inForm({ short: [12_000, ...smallOnes(1200)], full: [20_000, ...smallOnes(2000)] });

let database: FreshDatabase;
/** As the service: row-level security is part of every plan. */
let connection: pg.Client;
let service: Database;

beforeAll(async () => {
  database = await freshDatabase();
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(database.url).pathname;
  const superuser = new pg.Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  for (const [index, rows] of employeesByAccount.entries()) await fillPeople([superuser], String(index + 1), rows);
  await superuser.query('vacuum analyze');
  await superuser.end();
  connection = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC -c muster.account_id=1' });
  await connection.connect();
  service = openDatabase({
    url: database.url,
    connectionsMax: 1,
    statementMs: 5000,
    now: () => new Date(),
    vault: vaultOf(derivedKeys(Buffer.alloc(32))),
    author: byService(),
    onError: () => undefined,
  });
}, 120_000);

afterAll(async () => {
  await service?.close();
  await connection?.end();
  await database?.drop();
});

const everybody: LegacyReader = {
  accountId: '1',
  baseUrl: 'https://acme.example.com',
  principal: 'Planning board',
  seesFormer: true,
  seesFuture: true,
  seesPersonalData: true,
  establishments: null,
};

/** The statements of a request. If one first counts the changed rows, this is the result. */
async function statementsOf(reader: LegacyReader, query: string, rowsChanged: number): Promise<string[]> {
  const texts: string[] = [];
  const session: Session = {
    accountId: '1',
    now: new Date(0),
    machineNow: new Date(0),
    bounds: standardBounds,
    author: byService(),
    vault: {
      seal: () => '',
      open: () => '',
      openOrNull: () => null,
      digest: () => '',
      digests: () => [''],
      renewed: () => null,
      fingerprint: () => Buffer.alloc(0),
    },
    run: async <Row>({ text }: Statement) => {
      texts.push(text);
      return [{ count: rowsChanged, part: '', keys: '' }] as Row[];
    },
  };
  await users.list({ reader, query, session, reading: { shown: null }, startedAtMs: 0 });
  return texts;
}

async function planOf(text: string): Promise<string> {
  const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const questions = [
  '',
  'formerEmployees=true',
  'fields=id,name,birthDate,gender,modifiedAt,seniorityDate',
  'orderBy=id,desc',
  'orderBy=lastName,asc',
  'id=1',
  'id=1,2,3',
  'mail=a@example.com',
  'login=a@example.com,17',
  'matricule=N1',
  'externalId=E-1',
  'lastName=Quillfeather',
  'departmentId=1',
  'department.name=Department 1',
  'legalEntityId=1',
  'managerId=1',
  'cspId=1',
  'csp.name=Category 1',
  'dtContractStart=2020-01-01',
  'dtContractStart=between,2020-01-01,2020-01-31',
  'dtContractEnd=since,2020-01-01',
  'modifiedAt=since,2025-01-01',
  'modifiedAt=since,2025-01-01&departmentId=1',
];

/** People may be read in order until a page is full; their rows are looked up one by one. */
const wholeReads: readonly RegExp[] = [
  /Seq Scan on (employees|employments|job_positions)\b/,
  /on (employments|job_positions) \w+\n +Index Cond: \(account_id = \$1\)\n/,
  /Bitmap Index Scan on employees_\w+\n +Index Cond: \(account_id = \$1\)\n/,
];

describe.each([
  { who: 'everybody', reader: everybody },
  { who: 'those who work here now', reader: { ...everybody, seesFormer: false, seesFuture: false } },
  { who: 'people of two establishments', reader: { ...everybody, establishments: ['1', '2'] } },
])('for $who', ({ reader }) => {
  test.each([
    { how: 'few rows', rowsChanged: 10 },
    { how: 'many rows', rowsChanged: 1_000_000 },
  ])('no page reads a whole table where $how were changed since', async ({ rowsChanged }) => {
    const failing: Record<string, string> = {};
    for (const question of questions) {
      const plans = await Promise.all((await statementsOf(reader, question, rowsChanged)).map(planOf));
      const plan = plans.find((one) => wholeReads.some((read) => read.test(one)));
      if (plan !== undefined) failing[question] = plan;
    }
    expect(failing).toEqual({});
  });
});
