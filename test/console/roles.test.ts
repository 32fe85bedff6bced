// What a person may not do is not offered, and refused where it is tried all the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console.ts';
import { addresses, settled, visit } from '../support/console-pages.ts';
import { type Company, hired, newCompany } from '../support/people.ts';
import type { Row } from '../support/examples.ts';
import type { TestClient } from '../support/service.ts';
import type { Account } from '../../server/accounts/accounts.ts';

let at: Stage;
let company: Company & { readonly account: Account; readonly client: TestClient };
let employee: Row;

beforeAll(async () => {
  at = await stage();
  company = await newCompany(at.service);
  employee = await hired(company.client, company, { familyName: 'Lindqvist' });
});

afterAll(async () => {
  await at.close();
});
