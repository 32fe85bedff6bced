/** Confidential values cannot be read in the database, in logs or in problems. */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Session } from '../../../server/platform/database/database.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
import { hired, personalRecord, recordsPath } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

const before = {
  title: 'mister',
  legalGender: 'diverse',
  birthDate: '1987-11-23',
  insuranceNumber: { format: 'swissSSN', value: '756.9217.0769.85' },
  nationalitiesCountryCodes: ['SWE'],
  bankAccount: {
    format: 'iban',
    bankName: 'Banque des Deux Rives',
    accountIdentifier: 'FR7630006000011234567890189',
    bankIdentifier: null,
  },
  phoneNumber: '+33612345678',
  email: 'nora.l@mail.example.com',
};
const after = { phoneNumber: '+33687654321', email: 'nora.after@mail.example.com', birthDate: '1987-11-24' };

/** The country code is enclosed in characters: three letters alone may occur in any encrypted text. */
const telling = [
  /mister/i,
  /diverse/i,
  /1987-11/,
  /swissSSN/i,
  /9217\.0769/,
  /["{,]SWE["},]/,
  /Deux Rives/,
  /FR7630006/,
  /612345678/,
  /687654321/,
  /nora\.(l|after)@/,
];
const reported = (text: string) => telling.filter((value) => value.test(text)).map(String);

const inAccount = (): Session => service.database.session(account.id);

/** Every row of every table that the service can read in the account, as text. */
async function everythingStored(): Promise<Map<string, string[]>> {
  const tables = await service.database.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const texts = await inAccount().run<{ text: string }>(
      statement(`select ${name}::text as text from ${name} where $1::bigint is not null`),
    );
    rows.set(
      name,
      texts.map(({ text }) => text),
    );
  }
  return rows;
}

/** Events stay in the outbox while this lock prevents their numbering. */
async function whileUnpublished<T>(work: () => Promise<T>): Promise<T> {
  await service.publisher.publishAll();
  return service.database.transaction(account.id, async (tx) => {
    await tx.run(statement('select last_id from published where account_id = $1 for update'));
    return work();
  });
}

test('no table holds a confidential value, whatever has happened to a record', async () => {
  const person = await hired(client);
  const headers = { 'idempotency-key': unique() };
  const body = { employee: { id: person.id }, ...before };
  const stored = await whileUnpublished(async () => {
    const created = await client.call('POST', recordsPath, { body, headers });
    expect(created.body).toMatchObject(before);
    const path = pathOf(employeePersonalRecords, created.body.id);
    expect((await client.call('PATCH', path, { body: after })).body).toMatchObject({ ...before, ...after });
    const kept = await everythingStored();
    expect((await client.call('DELETE', path)).status).toBe(204);
    return [kept, await everythingStored()] as const;
  });
  await service.publisher.publishAll();
  const published = await everythingStored();
  const replayed = await client.call('POST', recordsPath, { body, headers });
  expect([replayed.status, replayed.body]).toMatchObject([201, before]);
  const refused = await client.call('POST', recordsPath, {
    body: { ...body, title: 'x' },
    headers: { 'idempotency-key': unique() },
  });
  expect(refused.status).toBe(400);

  const everything = [...stored, published, await everythingStored()];
  const [kept, removed] = stored;
  expect(kept.get('employee_personal_records')).toHaveLength(1);
  expect(removed.get('outbox')?.length).toBeGreaterThanOrEqual(5);
  expect(published.get('events')?.length).toBeGreaterThanOrEqual(5);
  expect(kept.get('idempotency_keys')).toHaveLength(1);
  for (const [table, texts] of everything.flatMap((tables) => [...tables])) {
    expect([table, reported(texts.join('\n'))]).toEqual([table, []]);
  }
});

test('the same value is stored differently each time', async () => {
  const records = [await hired(client), await hired(client)].map((person) => personalRecord(client, person, before));
  const ids = (await Promise.all(records)).map(({ id }) => id);
  const rows = await inAccount().run<{ email: string; gender: string }>(
    statement(
      `select email, legal_gender_digest as gender from employee_personal_records
       where account_id = $1 and id = any($2::bigint[])`,
    ),
    [ids],
  );
  expect(new Set(rows.map(({ email }) => email)).size).toBe(2);
  expect(new Set(rows.map(({ gender }) => gender)).size).toBe(1);
});

describe('a sealed value', () => {
  let record: Row;

  beforeAll(async () => {
    record = await personalRecord(client, await hired(client), before);
  });

  const sealedIn = async (id: string, column: string): Promise<string> => {
    const [row] = await inAccount().run<{ sealed: string }>(
      statement(`select ${column} as sealed from employee_personal_records where account_id = $1 and id = $2`),
      [id],
    );
    return row?.sealed ?? '';
  };

  const unreadable = { phoneNumber: null, unreadable: ['phoneNumber'] };

  const write = statement('update employee_personal_records set representation = $3 where account_id = $1 and id = $2');

  /**
   * The record, alone and in its list, while its stored text has another value instead of its phone number. A value
   * that cannot be decrypted affects only itself.
   */
  const shownWith = async (sealed: string): Promise<Row> => {
    const own = await sealedIn(record.id, 'representation');
    await inAccount().run(write, [record.id, own.replace(await sealedIn(record.id, 'phone_number'), sealed)]);
    const one = await client.call('GET', pathOf(employeePersonalRecords, record.id));
    const page = await client.call('GET', `${recordsPath}?limit=1000`);
    expect([one.status, page.status]).toEqual([200, 200]);
    expect(page.body.items.find(({ id }: Row) => id === record.id)).toEqual(one.body);
    await inAccount().run(write, [record.id, own]);
    return one.body;
  };

  test('decrypts only in its own row', async () => {
    expect(await shownWith(await sealedIn(record.id, 'phone_number'))).toEqual(record);
  });

  test('does not open as another member, though of the same row', async () => {
    expect(await shownWith(await sealedIn(record.id, 'email'))).toEqual({ ...record, ...unreadable });
  });

  test('does not open in another row, though as the same member', async () => {
    const other = await personalRecord(client, await hired(client), before);
    expect(await shownWith(await sealedIn(other.id, 'phone_number'))).toEqual({ ...record, ...unreadable });
  });

  test('does not open when a sign of it has changed', async () => {
    const own = await sealedIn(record.id, 'phone_number');
    const sign = own.charAt(30) === 'A' ? 'B' : 'A';
    expect(await shownWith(`${own.slice(0, 30)}${sign}${own.slice(31)}`)).toEqual({ ...record, ...unreadable });
  });

  test('does not open in another account, though in the same row', async () => {
    const { account: elsewhere, client: stranger } = await newcomer(service);
    const person = await hired(stranger);
    const columns = `title, legal_gender, nationalities_country_codes, created_at, last_updated_at, legal_gender_digest,
      nationalities_country_codes_digest, representation, representation_version`;
    const [copied] = await inAccount().run<Record<string, unknown>>(
      statement(`select ${columns} from employee_personal_records where account_id = $1 and id = $2`),
      [record.id],
    );
    await service.database.session(elsewhere.id).run(
      statement(`insert into employee_personal_records (account_id, id, employee_id, ${columns})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`),
      [record.id, person.id, ...Object.values(copied ?? {})],
    );
    const spoilt = await stranger.call('GET', pathOf(employeePersonalRecords, record.id));
    expect(spoilt.status).toBe(200);
    expect(spoilt.body).toMatchObject({ title: 'unknown', legalGender: 'unknown', birthDate: null, bankAccount: null });
    expect(spoilt.body.unreadable).toEqual(expect.arrayContaining(['title', 'birthDate', 'bankAccount', 'email']));
    expect(reported(spoilt.text)).toEqual([]);
    expect((await client.call('GET', pathOf(employeePersonalRecords, record.id))).status).toBe(200);
  });
});

describe('a refusal', () => {
  test.each([
    ['members of the wrong kind', { title: 'mister ', legalGender: 'Diverse', birthDate: '1987-11-31' }],
    ['wrong formats', { phoneNumber: '612345678', email: 'nora.l@', nationalitiesCountryCodes: ['SWEDEN', 'SWE'] }],
    ['a wrong number', { insuranceNumber: { format: 'frenchSSN', value: '756.9217.0769.85' } }],
    ['a wrong account', { bankAccount: { format: 'iban', accountIdentifier: 'FR76300060', bankIdentifier: 'FR76' } }],
    ['structures of the wrong kind', { bankAccount: 'FR7630006000011234567890189', email: { is: 'nora.l@x.example' } }],
  ])('of %s repeats none of them', async (_, members) => {
    const { id } = await hired(client);
    const sent = { employee: { id }, ...members };
    const creation = await client.call('POST', recordsPath, { body: sent });
    const record = await personalRecord(client, { id });
    const change = await client.call('PATCH', pathOf(employeePersonalRecords, record.id), { body: members });
    for (const { status, body } of [creation, change]) {
      expect(status).toBe(400);
      // The allowed words are not secret.
      const texts = JSON.stringify(body.errors).replaceAll(/Must be one of: [^"]*/g, '');
      expect(reported(texts)).toEqual([]);
    }
  });

  test.each([
    '{"birthDate":1987-11-23}',
    '{"email":nora.l@mail.example.com}',
    '{"bankAccount":{"accountIdentifier":"FR7630006000011234567890189"',
    '{"title":"mister","title":"mister"}',
  ])('of the malformed body %s does not quote it', async (body) => {
    const { status, text } = await client.call('POST', recordsPath, { body });
    expect([status, reported(text)]).toEqual([400, []]);
  });
});

test('no log line holds a confidential value, failures of the service included', () => {
  expect(service.logLines.some((line) => line.includes('cannot be decrypted'))).toBe(true);
  expect(reported(service.logLines.join('\n'))).toEqual([]);
});
