/**
 * Ten values for each employee of a company with their search keys, written directly into the tables as the service
 * would have written them.
 */
import { type BaseSchemaName, baseSchemas } from '@muster/contract/base-schemas.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import pg from 'pg';
import { idsOf, type SeededAccount, type Urls, withAccounts } from './accounts.ts';
import { type Company, filler, fillPeople } from './people-rows.ts';
import { peopleTables, withoutIndexes } from './people-seed.ts';

/** Ids of values end in 000: the ids between belong to members of employee rows that are values too. */
const idStep = 1000;

interface Filled {
  readonly id: string;
  readonly schema: BaseSchemaName;
  /** SQL of the JSON value of the nth employee. */
  readonly value: string;
}

/** A value that half of the people have, and a rare value that the same number of people has at every size. */
export const commonSite = 'Paris';
export const rareSite = 'Saint-Pierre';
const rarePeople = 50;

const filledOf = (rows: number): readonly Filled[] => [
  { id: 'e_company_car', schema: 'boolean', value: `case when n % 2 = 0 then 'true' else 'false' end` },
  { id: 'e_badge', schema: 'int32', value: `(n * 7919 % ${rows})::text` },
  {
    id: 'e_site',
    schema: 'short-text',
    value: `to_json(case when n % ${Math.max(1, Math.floor(rows / rarePeople))} = 1 then '${rareSite}'
      when n % 2 = 0 then '${commonSite}' else 'Site ' || n % 100 end)::text`,
  },
  { id: 'e_locker', schema: 'short-text', value: `to_json('Locker ' || n * 7919 % ${rows})::text` },
  { id: 'e_medical_check', schema: 'legacy-date', value: `to_json(date '2020-01-01' + n % 2000)::text` },
  { id: 'e_rate', schema: 'decimal', value: `((n % 1000) / 8.0)::text` },
  { id: 'e_private_email', schema: 'email', value: `to_json('private' || n || '@example.com')::text` },
  { id: 'e_extension', schema: 'phone-number', value: `to_json('+3312345' || lpad((n % 10000)::text, 4, '0'))::text` },
  { id: 'e_profile', schema: 'url', value: `to_json('https://example.com/people/' || n)::text` },
  { id: 'e_size', schema: 'short-text', value: `to_json((array['S', 'M', 'L', 'XL'])[1 + n % 4])::text` },
];

async function fillAttributes(
  superusers: readonly [pg.Client, pg.Client],
  accountId: string,
  company: Company,
): Promise<void> {
  const waiting = filledOf(company.rows).values();
  const fillSome = async (superuser: pg.Client) => {
    await superuser.query('set session_replication_role = replica');
    for (const filled of waiting) await fillOne(superuser, accountId, company, filled);
    await superuser.query('reset session_replication_role');
  };
  await Promise.all(superusers.map(fillSome));
}

async function fillOne(
  superuser: pg.Client,
  accountId: string,
  { rows, employeeId }: Company,
  { id, schema, value }: Filled,
): Promise<void> {
  const fill = filler(superuser, accountId);
  await fill(employeeAttributeDefinitions, 1, definition(id, schema), 0);
  const first = await drawnValues(superuser, rows);
  const values = {
    id: `${first} + n * ${idStep}`,
    definition: `'${id}'`,
    employee: `${employeeId} + n`,
    value,
    appliesFrom: `'-infinity'`,
    appliesTo: `'infinity'`,
    isSingle: 'true',
  };
  await fill(employeeAttributes, rows, values, first);
  await superuser.query(keys, [
    accountId,
    id,
    schema === 'int32' || schema === 'decimal',
    first,
    first + rows * idStep,
  ]);
}

export interface AttributeAccount extends SeededAccount {
  readonly rows: number;
  /** Random ids of employees: those whose values are read, and those who get more values. */
  readonly readIds: readonly string[];
  readonly writeIds: readonly string[];
}

/** An attribute with several values per person. */
export const noteDefinition = 'e_note';

export function seedAttributes(urls: Urls, masterKey: Buffer, rows: number): Promise<AttributeAccount> {
  return withAccounts(urls, masterKey, async (superuser, open) => {
    const account = await open('Hotel');
    const { accountId } = account;
    const second = new pg.Client({ connectionString: urls.superuserUrl });
    await second.connect();
    const tables = [...peopleTables, 'employee_attributes', 'attribute_keys'];
    await withoutIndexes([superuser, second], tables, async () => {
      process.stderr.write(`${rows} employees\n`);
      const company = await fillPeople([superuser, second], accountId, rows);
      process.stderr.write('10 values for each\n');
      await fillAttributes([superuser, second], accountId, company);
    });
    await second.end();
    const several = { ...definition(noteDefinition, 'short-text'), multipleValueHandling: `'{"sorting":"ascending"}'` };
    await filler(superuser, accountId)(employeeAttributeDefinitions, 1, several, 0);
    const { readIds } = await idsOf(superuser, 'employees', accountId, rows);
    return { ...account, rows, readIds, writeIds: readIds.map((id) => String(Number(id) - 1)) };
  });
}

const definition = (id: string, schema: BaseSchemaName) => ({
  id: `'${id}'`,
  name: `'${id}'`,
  schema: `'${JSON.stringify(baseSchemas[schema])}'`,
  isArchived: 'false',
  t9n: `'{"name":{}}'`,
  targetType: `'employee'`,
  category: `'extension'`,
  isValueReadOnly: 'false',
});

async function drawnValues(superuser: pg.Client, count: number): Promise<number> {
  const sequence = 'employee_attributes_id_seq';
  const { rows } = await superuser.query<{ first: string }>(
    `select setval('${sequence}', nextval('${sequence}') + $1::bigint) - $1::bigint as first`,
    [count * idStep],
  );
  return Number(rows[0]?.first);
}

/** Selected by the ids of values, because only that index exists meanwhile. */
const keys = `
insert into attribute_keys
  (account_id, attribute_id, property, definition_id, employee_id, applies_from, applies_to, text_key, number_key)
select account_id, id, '', definition_id, employee_id, applies_from, applies_to,
  case when not $3 then value::json #>> '{}' end, case when $3 then value::double precision end
from employee_attributes where account_id = $1 and definition_id = $2 and id >= $4 and id < $5`;
