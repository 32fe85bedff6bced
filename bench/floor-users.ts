/**
 * The floor of legacy users with the same members: one statement with the joins, a second one for the list inside each
 * row, objects built from both, and the compiled serializer of the response.
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

interface Asked {
  Params: { account: string };
  Querystring: { limit: string };
}

interface UserRow {
  id: string;
  given_name: string;
  family_name: string;
  email: string | null;
  employee_number: string | null;
  remote_id: string | null;
  starts_on: string;
  ends_on: string | null;
  seniority_date: string;
  modified_at: Date;
  legal_entity_id: string;
  legal_name: string;
  department_id: string;
  department_name: string;
  manager_id: string | null;
  manager_name: string | null;
  job_title: string | null;
  category_id: string | null;
  category_title: string | null;
  calendar_id: string | null;
  calendar_name: string | null;
  phone_number: string | null;
  portrait_id: string | null;
  file_name: string | null;
}

interface CycleRow {
  id: string;
  employee_id: string;
  working_time_arrangement_id: string;
  starts_on: string;
  ends_on: string | null;
}

const page = `
select employee.id, employee.given_name, employee.family_name, employee.email, employee.employee_number,
  employee.remote_id, employee.applicable_employment_starts_on::text as starts_on,
  employee.applicable_employment_ends_on::text as ends_on,
  (select min(start_date)::text from employments where account_id = $1 and employee_id = employee.id) as seniority_date,
  greatest(employee.last_updated_at, employment.last_updated_at, position.last_updated_at) as modified_at,
  legal_entity.id as legal_entity_id, legal_entity.legal_name, department.id as department_id,
  department.name as department_name, manager.id as manager_id, manager.given_name || ' ' || manager.family_name as manager_name,
  position.job_title, category.id as category_id, category.title as category_title, calendar.id as calendar_id,
  calendar.name as calendar_name, employee.phone_number, employee.portrait_id, picture.file_name
from employees as employee
  join employments as employment on employment.account_id = $1 and employment.id = employee.applicable_employment_id
  join job_positions as position on position.account_id = $1 and position.id = employee.applicable_job_position_id
  join legal_entities as legal_entity on legal_entity.account_id = $1 and legal_entity.id = employment.legal_entity_id
  join departments as department on department.account_id = $1 and department.id = position.department_id
  left join employees as manager on manager.account_id = $1 and manager.id = position.manager_id
  left join occupation_categories as category on category.account_id = $1 and category.id = position.occupation_category_id
  left join working_time_arrangements as arrangement
    on arrangement.account_id = $1 and arrangement.id = position.working_time_arrangement_id
  left join public_holidays_calendars as calendar
    on calendar.account_id = $1 and calendar.id = arrangement.public_holidays_calendar_id
  left join files as picture on picture.account_id = $1 and picture.id = employee.portrait_id
where employee.account_id = $1 and employee.status <> 'deactivated'
order by employee.id limit $2`;

const cycles = `
select id, employee_id, working_time_arrangement_id, starts_on::text as starts_on, ends_on::text as ends_on
from job_positions where account_id = $1 and employee_id = any($2) and working_time_arrangement_id is not null
order by starts_on, id`;

const text = { type: 'string' } as const;
const maybeText = { type: ['string', 'null'] } as const;
const integer = { type: 'integer' } as const;
const maybeInteger = { type: ['integer', 'null'] } as const;
const named = { type: 'object', properties: { id: integer, name: text, url: maybeText }, nullable: true } as const;
const cycle = { id: integer, ownerID: integer, workCycleID: integer, startsOn: text, endsOn: text };

const user = {
  type: 'object',
  properties: {
    id: integer,
    name: text,
    displayName: text,
    url: text,
    firstName: text,
    lastName: text,
    login: text,
    mail: maybeText,
    employeeNumber: maybeText,
    matricule: maybeText,
    externalId: maybeText,
    dtContractStart: text,
    dtContractEnd: maybeText,
    seniorityDate: text,
    modifiedAt: text,
    legalEntityId: integer,
    legalEntity: named,
    departmentId: integer,
    department: named,
    managerId: maybeInteger,
    manager: named,
    jobTitle: maybeText,
    cspId: maybeInteger,
    csp: named,
    calendarId: maybeInteger,
    calendar: named,
    userWorkCycles: { type: 'array', items: { type: 'object', properties: cycle } },
    cultureID: integer,
    culture: named,
    directLine: maybeText,
    picture: { ...named, properties: { ...named.properties, id: text } },
  },
};

const answer = {
  type: 'object',
  properties: {
    data: { type: 'object', properties: { items: { type: 'array', items: user } } },
    metadata: { type: 'null' },
  },
};

const day = (date: string) => `${date}T00:00:00`;
const maybe = (value: string | null) => (value === null ? null : Number(value));

const cycleOf = (row: CycleRow) => ({
  id: Number(row.id),
  ownerID: Number(row.employee_id),
  workCycleID: Number(row.working_time_arrangement_id),
  startsOn: day(row.starts_on),
  endsOn: day(row.ends_on ?? '9999-12-31'),
});

export function answerUsers(app: FastifyInstance, pool: pg.Pool, base: string): void {
  const reference = (path: string, id: string | null, name: string | null) =>
    id === null ? null : { id: Number(id), name, url: `${base}/${path}/${id}` };
  const userOf = (row: UserRow, held: readonly CycleRow[] = []) => ({
    id: Number(row.id),
    name: `${row.given_name} ${row.family_name}`,
    displayName: `${row.family_name} ${row.given_name}`,
    url: `${base}/api/v3/users/${row.id}`,
    firstName: row.given_name,
    lastName: row.family_name,
    login: row.email ?? row.id,
    mail: row.email,
    employeeNumber: row.employee_number,
    matricule: row.employee_number,
    externalId: row.remote_id,
    dtContractStart: day(row.starts_on),
    dtContractEnd: row.ends_on && day(row.ends_on),
    seniorityDate: day(row.seniority_date),
    modifiedAt: row.modified_at.toISOString().slice(0, 19),
    legalEntityId: Number(row.legal_entity_id),
    legalEntity: reference('svc-api/legal-entities', row.legal_entity_id, row.legal_name),
    departmentId: Number(row.department_id),
    department: reference('svc-api/departments', row.department_id, row.department_name),
    managerId: maybe(row.manager_id),
    manager: reference('api/v3/users', row.manager_id, row.manager_name),
    jobTitle: row.job_title,
    cspId: maybe(row.category_id),
    csp: reference('svc-api/occupation-categories', row.category_id, row.category_title),
    calendarId: maybe(row.calendar_id),
    calendar: reference('svc-api/public-holidays-calendars', row.calendar_id, row.calendar_name),
    userWorkCycles: held.map(cycleOf),
    cultureID: 1033,
    culture: { id: 1033, name: 'en-US', url: null },
    directLine: row.phone_number,
    picture: row.portrait_id && {
      id: row.portrait_id,
      name: row.file_name,
      url: `${base}/svc-api/portraits/${row.portrait_id}`,
    },
  });
  app.get<Asked>('/:account/users', { schema: { response: { 200: answer } } }, async ({ params, query }) => {
    const { account } = params;
    const { rows } = await pool.query<UserRow>({ name: 'users', text: page, values: [account, query.limit] });
    const ids = rows.map(({ id }) => id);
    const found = await pool.query<CycleRow>({ name: 'cycles', text: cycles, values: [account, ids] });
    const held = Map.groupBy(found.rows, ({ employee_id }) => employee_id);
    return { data: { items: rows.map((row) => userOf(row, held.get(row.id))) }, metadata: null };
  });
}
