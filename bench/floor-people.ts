/** The floor of a page of employees: the columns that the service shows, objects built from them, the compiled serializer. */
import { readSchema } from '@muster/contract/kit/bodies.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

interface Asked {
  Params: { account: string };
  Querystring: { after?: string; limit: string };
}

interface PersonRow {
  id: string;
  remote_id: string | null;
  portrait_id: string | null;
  given_name: string;
  family_name: string;
  employee_number: string | null;
  status: string;
  email: string | null;
  birth_day: object | null;
  phone_number: string | null;
  applicable_employment_id: string;
  applicable_job_position_id: string;
  created_at: Date;
  last_updated_at: Date;
}

const columns = `id, remote_id, portrait_id, given_name, family_name, employee_number, status, email, birth_day, phone_number,
  applicable_employment_id, applicable_job_position_id, created_at, last_updated_at, revision`;

const list = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    url: { type: 'string' },
    items: { type: 'array', items: readSchema(employees) },
  },
};

export function answerPeople(app: FastifyInstance, pool: pg.Pool, base: string): void {
  const reference = (type: string, id: string) => ({ id, type, url: `${base}/svc-api/${type}s/${id}` });
  const personOf = (row: PersonRow) => ({
    ...reference('employee', row.id),
    remoteId: row.remote_id,
    portrait: row.portrait_id && reference('portrait', row.portrait_id),
    givenName: row.given_name,
    familyName: row.family_name,
    employeeNumber: row.employee_number,
    status: row.status,
    email: row.email,
    birthDay: row.birth_day,
    phoneNumber: row.phone_number,
    applicableEmployment: reference('employment', row.applicable_employment_id),
    applicableJobPosition: reference('job-position', row.applicable_job_position_id),
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
    links: null,
    embedded: null,
  });
  app.get<Asked>('/:account/people', { schema: { response: { 200: list } } }, async ({ params, query, url }) => {
    const { rows } = await pool.query<PersonRow>({
      name: 'people',
      text: `select ${columns} from employees where account_id = $1 and id > $2 order by id limit $3`,
      values: [params.account, query.after ?? '0', query.limit],
    });
    return { type: 'employee', url: base + url, items: rows.slice(0, 100).map(personOf) };
  });
}
