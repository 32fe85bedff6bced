import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, newcomer, type Row } from '../../support/examples.ts';
import { changed, changeErrors, creationErrors } from '../../support/organization/organization.ts';
import { confidential as full, hired, personalRecord } from '../../support/people/personal-records.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let employee: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ client } = await newcomer(service));
  employee = await hired(client);
});

describe('an insurance number', () => {
  const fieldErrorsOf = (format: string, value: string) =>
    creationErrors(client, employeePersonalRecords, {
      employee: { id: employee.id },
      insuranceNumber: { format, value },
    });

  test.each([
    ['frenchSSN', '2910369381042 02'],
    ['frenchSSN', '291036938104299'],
    ['frenchSSN', ' 1 85 05 2A 123 456 78 '],
    ['frenchSSN', '185052B12345678'],
    ['swissSSN', '756.9217.0769.85'],
    ['swissSSN', '756 9217 0769 80'],
    ['swissSSN', '7569217076985'],
    ['other', 'x'],
  ])('as %s, %s is kept as sent', async (format, value) => {
    const record = await personalRecord(client, await hired(client), { insuranceNumber: { format, value } });
    expect(record.insuranceNumber).toEqual({ format, value });
  });

  test.each([
    ['frenchSSN', '29103693810420'],
    ['frenchSSN', '2910369381042021'],
    ['frenchSSN', '2.91.03.69.381.042.02'],
    ['frenchSSN', '185052C12345678'],
    ['frenchSSN', '185052a12345678'],
    ['frenchSSN', '1850521123456AB'],
    ['swissSSN', '757.9217.0769.85'],
    ['swissSSN', '756-9217-0769-85'],
    ['swissSSN', '756.9217.0769.8'],
    ['swissSSN', '756.9217.0769.855'],
  ])('as %s, %s is refused', async (format, value) => {
    expect(await fieldErrorsOf(format, value)).toEqual(['insuranceNumber.value']);
  });

  test('is judged with its format, whichever of the two a change brings', async () => {
    const insuranceNumber = { format: 'other', value: 'A-1' };
    const record = await personalRecord(client, await hired(client), { insuranceNumber });
    const change = { insuranceNumber: { format: 'swissSSN' } };
    expect(await changeErrors(client, employeePersonalRecords, record, change)).toEqual(['insuranceNumber.value']);
  });

  test('of an unknown format, or without one, is refused', async () => {
    expect(await fieldErrorsOf('germanSSN', '1')).toEqual(['insuranceNumber.format']);
    const body = { employee: { id: employee.id }, insuranceNumber: { value: '1' } };
    expect(await creationErrors(client, employeePersonalRecords, body)).toEqual(['insuranceNumber.format']);
  });
});

describe('a bank account', () => {
  const account_ = 'bankAccount.accountIdentifier';
  const bank = 'bankAccount.bankIdentifier';
  const fieldErrorsOf = (bankAccount: Body) =>
    creationErrors(client, employeePersonalRecords, { employee: { id: employee.id }, bankAccount });

  test('without a format is of another kind, and shows every member', async () => {
    const { bankAccount, ...record } = await personalRecord(client, await hired(client), {
      bankAccount: { accountIdentifier: '12345', bankIdentifier: 'NDEASESS' },
    });
    const kept = { format: 'other', bankName: null, accountIdentifier: '12345', bankIdentifier: 'NDEASESS' };
    expect(bankAccount).toEqual(kept);
    const { bankAccount: after } = await changed(client, employeePersonalRecords, record as Row, {
      bankAccount: { bankName: 'Nordea' },
    });
    expect(after).toEqual({ ...kept, bankName: 'Nordea' });
  });

  test.each([
    ['a wrong check digit', 'FR7630006000011234567890188'],
    ['a country without IBANs', 'ZZ7630006000011234567890189'],
    ['a digit too few', 'FR763000600001123456789018'],
    ['small letters', 'fr7630006000011234567890189'],
    ['no IBAN at all', 'savings'],
  ])('with %s is no IBAN', async (_, accountIdentifier) => {
    expect(await fieldErrorsOf({ format: 'iban', accountIdentifier })).toEqual([account_]);
  });

  test('by IBAN has one, and no number of the bank next to it', async () => {
    expect(await fieldErrorsOf({ format: 'iban' })).toEqual([account_]);
    const { accountIdentifier } = full.bankAccount;
    expect(await fieldErrorsOf({ format: 'iban', accountIdentifier, bankIdentifier: 'BNPAFRPP' })).toEqual([bank]);
    expect(await fieldErrorsOf({ format: 'iban', accountIdentifier: 'x', bankIdentifier: 'BNPAFRPP' })).toEqual([
      bank,
      account_,
    ]);
  });

  test('is judged as a change leaves it', async () => {
    const record = await personalRecord(client, await hired(client), { bankAccount: full.bankAccount });
    const change = { bankAccount: { bankIdentifier: 'BNPAFRPP' } };
    expect(await changeErrors(client, employeePersonalRecords, record, change)).toEqual([bank]);
  });
});

test('formats of the other members are checked, and all errors reported together', async () => {
  const body = {
    employee: { id: employee.id },
    title: 'Miss',
    legalGender: 'FEMALE',
    birthDate: '1991-02-30',
    nationalitiesCountryCodes: ['SWE', 'FRA'],
    phoneNumber: '12',
    email: 'Nora <nora@example.com>',
    insuranceNumber: { format: 'swissSSN', value: '1' },
  };
  const { employee: _, ...wrong } = body;
  expect((await creationErrors(client, employeePersonalRecords, body)).toSorted()).toEqual(
    Object.keys(wrong)
      .map((name) => (name === 'insuranceNumber' ? 'insuranceNumber.value' : name))
      .toSorted(),
  );
  const codes = { employee: { id: employee.id }, nationalitiesCountryCodes: ['SE'] };
  expect(await creationErrors(client, employeePersonalRecords, codes)).toEqual(['nationalitiesCountryCodes.0']);
});

test('an address in a domain that the account refuses is refused', async () => {
  const { account, client: strict } = await newcomer(service);
  await service.database
    .session(account.id)
    .run(statement(`insert into account_settings (account_id, refused_email_domains) values ($1, '{spam.example}')`));
  const person = await hired(strict);
  const body = { employee: { id: person.id }, email: 'nora@SPAM.example' };
  expect(await creationErrors(strict, employeePersonalRecords, body)).toEqual(['email']);
  const record = await personalRecord(strict, person, { email: 'nora@mail.example' });
  expect(await changeErrors(strict, employeePersonalRecords, record, { email: body.email })).toEqual(['email']);
});
