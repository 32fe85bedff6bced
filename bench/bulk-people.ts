/** A company, and a file of people to import into it, for `bulk.ts` and `imports.ts`. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { byService } from '@muster/contract/author.ts';
import { type ClientCredentials, createClient } from '../cli/client-applications.ts';
import { writerOf } from '../demo/writer.ts';
import { operatorAccessTo } from '../server/admin/operator-calls.ts';
import { seedBaseSchemas } from '../server/attributes/base-schemas.ts';
import { addressBook } from '../server/identity/accounts/addresses.ts';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import { openAccount } from '../server/operator/open-account.ts';
import { openDatabase } from '../server/platform/database/database.ts';

export interface BulkAccount extends ClientCredentials {
  readonly accountId: string;
}

/** One legal entity with ten establishments and fifty departments, with remote ids. */
export async function company(databaseUrl: string, masterKey: Buffer): Promise<BulkAccount> {
  const now = () => new Date();
  const vault = vaultOf(derivedKeys(masterKey));
  const options = { url: databaseUrl, connectionsMax: 1, statementMs: 60_000, now, vault, onError: () => undefined };
  const database = openDatabase({ ...options, author: byService() });
  await seedBaseSchemas(database);
  const addresses = addressBook({ publicUrl: 'http://localhost:3000', authUrl: null, accountHosts: [] });
  const account = await openAccount({ database, addresses, now }, { name: 'bulk', environment: 'production' });
  const { caller } = operatorAccessTo({ ...account, baseUrl: 'http://localhost:3000' }, database.author);
  await database.transaction(account.id, async (tx) => {
    const writer = writerOf(tx, caller);
    const legalEntity = {
      id: await writer.create('legalEntities', { legalName: 'Bulk', countryCode: 'FRA', currencyCode: 'EUR' }),
    };
    for (let place = 0; place < 10; place += 1) {
      const timezoneId = 'Europe/Paris';
      await writer.create('businessEstablishments', {
        name: `Place ${place}`,
        remoteId: `P${place}`,
        legalEntity,
        timezoneId,
      });
    }
    for (let at = 0; at < 50; at += 1)
      await writer.create('departments', { name: `Department ${at}`, remoteId: `D${at}` });
    await writer.create('employmentTemplates', {
      title: 'Permanent',
      legalEntities: [],
      term: 'permanent',
      audience: 'employee',
    });
  });
  const credentials = await createClient({ database, addresses, actor: null }, account, {
    name: 'Bulk',
    technicalContact: 'it@example.com',
    scopes: ['imports.readwrite', 'employees.readwrite'],
    establishments: null,
  });
  await database.close();
  return { accountId: account.id, ...credentials };
}

const position = 'firstEmployment.firstJobPosition';
const header = [
  ...['givenName', 'familyName', 'email', 'remoteId', 'employeeNumber', 'phoneNumber'],
  ...['firstEmployment.start.date', 'firstEmployment.template.title'],
  ...[`${position}.businessEstablishment.remoteId`, `${position}.department.remoteId`, `${position}.jobTitle`],
];

function person(number: number): string[] {
  const start = new Date(Date.UTC(2010, 0, 1) + (number % 5000) * 86_400_000).toISOString().slice(0, 10);
  const name = [`Given${number % 997}`, `Family${number % 9973}`];
  return [
    ...[...name, `person${number}@example.com`, `R-${number}`, `N${number}`, '+33123456789'],
    ...[start, 'Permanent', `P${number % 10}`, `D${number % 50}`, `Title ${number % 200}`],
  ];
}

/** Writes a CSV file of people who are hired into the company. */
export async function writePeople(file: string, people: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(`${header.join(',')}\n`);
  for (let number = 1; number <= people; number += 1) {
    if (!stream.write(`${person(number).join(',')}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
