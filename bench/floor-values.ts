/**
 * The floor of values: rows read as most services do it, and a creation with the statement of the service, its event and
 * its key in one transaction. Nothing is checked or looked up.
 */

import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import { readSchema } from '@muster/contract/kit/bodies.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { writeKeys } from '../server/attributes/keys.ts';
import type { Tx } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import type { Vault } from '../server/platform/database/vault.ts';
import { insert } from '../server/platform/store/write.ts';

interface Named {
  readonly id: string;
}

interface Asked {
  Params: { account: string };
  Querystring: { employee?: string; limit: string };
  Body: { employee: Named; definition: Named; value: string };
}

interface ValueRow {
  id: string;
  definition_id: string;
  employee_id: string;
  applicability: object | null;
  value: string;
  created_at: Date;
  last_updated_at: Date;
}

const columns = 'id, definition_id, employee_id, applicability, value, created_at, last_updated_at';
const page = {
  all: `select ${columns} from employee_attributes where account_id = $1 order by id limit $2`,
  ofEmployee: `select ${columns} from employee_attributes where account_id = $1 and employee_id = $3 order by id limit $2`,
};

export function answerValues(app: FastifyInstance, pool: pg.Pool, vault: Vault, base: string): void {
  const reference = (type: string, collection: string, id: string) => ({
    id,
    type,
    url: `${base}/svc-api/${collection}/${id}`,
  });
  const shownValue = (row: ValueRow) => ({
    id: row.id,
    type: 'employee-attribute',
    url: `${base}/svc-api/employee-attributes/${row.id}`,
    definition: reference('employee-attribute-definition', 'employee-attribute-definitions', row.definition_id),
    employee: reference('employee', 'employees', row.employee_id),
    employment: null,
    jobPosition: null,
    applicability: row.applicability,
    value: JSON.parse(row.value),
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
    links: null,
    embedded: null,
  });
  const list = {
    type: 'object',
    properties: {
      type: { type: 'string' },
      url: { type: 'string' },
      items: { type: 'array', items: readSchema(employeeAttributes) },
    },
  };

  app.get<Asked>('/:account/values', { schema: { response: { 200: list } } }, async ({ params, query, url }) => {
    const { employee, limit } = query;
    const { rows } = await pool.query<ValueRow>(
      employee === undefined
        ? { name: 'values', text: page.all, values: [params.account, limit] }
        : { name: 'values of one', text: page.ofEmployee, values: [params.account, limit, employee] },
    );
    return { type: 'employee-attribute', url: base + url, items: rows.slice(0, Number(limit) - 1).map(shownValue) };
  });

  app.post<Asked>('/:account/values', async ({ params, body }, reply) => {
    const connection = await pool.connect();
    try {
      const tx: Tx = {
        accountId: params.account,
        now: new Date(),
        machineNow: new Date(),
        bounds: standardBounds,
        author: byService(),
        vault,
        attempt: (work) => work(),
        run: async <Row>(statement: Statement, values: readonly unknown[] = []) =>
          (await connection.query({ ...statement, values: [params.account, ...values] })).rows as Row[],
      };
      await connection.query('begin');
      const shown = await created(tx, body);
      await connection.query('commit');
      return reply.code(201).type('application/json').send(`${shown.representation}}`);
    } finally {
      connection.release();
    }
  });
}

async function created(tx: Tx, { employee, definition, value }: Asked['Body']) {
  const days = { appliesFrom: '-infinity', appliesTo: 'infinity' };
  const shown = await insert(tx, employeeAttributes, { employee, definition, value, ...days, isSingle: false });
  const held = { id: shown.id, definitionId: definition.id, employeeId: employee.id, ...days };
  await writeKeys(tx, held, [{ property: '', text: value, number: null, target: null }]);
  return shown;
}
