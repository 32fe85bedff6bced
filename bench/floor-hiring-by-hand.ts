/**
 * The second floor of a hiring, as a service of a few tables would write it: three plain inserts and three inserts of events, by
 * hand and one after the other in one transaction, without any code of the service. Its tables have keys and foreign keys,
 * and no index for filters. Nothing is checked, looked up or published.
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { HiringRequest } from './floor-hiring.ts';

const tables = `
create schema if not exists floor;
create table if not exists floor.employees (
  account_id bigint not null, id bigint generated always as identity, given_name text not null, family_name text not null,
  email text, created_at timestamptz not null default now(), primary key (account_id, id));
create table if not exists floor.employments (
  account_id bigint not null, id bigint generated always as identity, employee_id bigint not null,
  legal_entity_id bigint not null, template_id bigint not null, start_date date not null, end_date date,
  created_at timestamptz not null default now(), primary key (account_id, id),
  foreign key (account_id, employee_id) references floor.employees (account_id, id));
create table if not exists floor.job_positions (
  account_id bigint not null, id bigint generated always as identity, employment_id bigint not null,
  business_establishment_id bigint not null, department_id bigint, job_title text, starts_on date not null,
  created_at timestamptz not null default now(), primary key (account_id, id),
  foreign key (account_id, employment_id) references floor.employments (account_id, id));
create table if not exists floor.events (
  account_id bigint not null, id bigint generated always as identity, topic text not null, data text not null,
  created_at timestamptz not null default now(), primary key (account_id, id))`;

const employee = `insert into floor.employees (account_id, given_name, family_name, email) values ($1, $2, $3, $4)
returning id, given_name as "givenName", family_name as "familyName", email, created_at as "createdAt"`;
const employment = `
insert into floor.employments (account_id, employee_id, legal_entity_id, template_id, start_date) values ($1, $2, $3, $4, $5)
returning id, employee_id as "employeeId", legal_entity_id as "legalEntityId", template_id as "templateId", start_date as "startDate"`;
const position = `
insert into floor.job_positions (account_id, employment_id, business_establishment_id, department_id, job_title, starts_on)
values ($1, $2, $3, $4, $5, $6)
returning id, employment_id as "employmentId", business_establishment_id as "businessEstablishmentId",
  department_id as "departmentId", job_title as "jobTitle", starts_on as "startsOn"`;
const event = 'insert into floor.events (account_id, topic, data) values ($1, $2, $3)';

export async function answerHiringsByHand(app: FastifyInstance, pool: pg.Pool): Promise<void> {
  await pool.query(tables);
  app.post<HiringRequest>('/:account/employees-by-hand/:legalEntity', async ({ params, body }, reply) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      const hired = await hire(connection, params, body);
      await connection.query('commit');
      return reply.code(201).send(hired);
    } finally {
      connection.release();
    }
  });
}

async function hire(
  connection: pg.PoolClient,
  { account, legalEntity }: HiringRequest['Params'],
  { firstEmployment, ...person }: HiringRequest['Body'],
): Promise<object> {
  const written = async (topic: string, text: string, values: readonly unknown[]): Promise<{ id: string }> => {
    const { rows } = await connection.query<{ id: string }>({ name: topic, text, values: [account, ...values] });
    await connection.query({ name: 'event', text: event, values: [account, topic, JSON.stringify(rows[0])] });
    return rows[0] as { id: string };
  };
  const { start, template, firstJobPosition: place } = firstEmployment;
  const hired = await written('employee.created', employee, [person.givenName, person.familyName, person.email]);
  const { id } = await written('employment.created', employment, [hired.id, legalEntity, template.id, start.date]);
  const placed = [id, place.businessEstablishment.id, place.department.id, place.jobTitle, start.date];
  await written('job-position.created', position, placed);
  return hired;
}
