/**
 * The floor of a hiring: an employee, an employment and a position, each with its event, in one transaction and with the
 * statements of the service. Nothing is checked, looked up or computed: the values are constants.
 */

import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import type { Vault } from '../server/platform/database/vault.ts';
import { insert } from '../server/platform/store/write.ts';

/** A hiring as the benchmark sends it. */
export interface HiringRequest {
  Params: { account: string; legalEntity: string };
  Body: Hiring;
}

interface Named {
  readonly id: string;
}

interface Hiring {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly firstEmployment: {
    readonly start: { readonly date: string };
    readonly template: Named;
    readonly firstJobPosition: {
      readonly businessEstablishment: Named;
      readonly department: Named;
      readonly jobTitle: string;
    };
  };
}

export function answerHirings(app: FastifyInstance, pool: pg.Pool, vault: Vault): void {
  app.post<HiringRequest>('/:account/employees/:legalEntity', async ({ params, body }, reply) => {
    const connection = await pool.connect();
    try {
      const session: Session = {
        accountId: params.account,
        now: new Date(),
        machineNow: new Date(),
        bounds: standardBounds,
        author: byService(),
        vault,
        run: async <Row>(statement: Statement, values: readonly unknown[] = []) =>
          (await connection.query({ ...statement, values: [params.account, ...values] })).rows as Row[],
      };
      await connection.query('begin');
      const { rows } = await connection.query<Ids>(ids);
      const shown = await hired(session, rows[0] as Ids, { id: params.legalEntity }, body);
      await connection.query('commit');
      return reply.code(201).type('application/json').send(`${shown.representation}}`);
    } finally {
      connection.release();
    }
  });
}

interface Ids {
  readonly employee: string;
  readonly employment: string;
  readonly position: string;
}

const ids = {
  name: 'ids',
  text: `select nextval('employees_id_seq') as employee, nextval('employments_id_seq') as employment,
    nextval('job_positions_id_seq') as position`,
};

async function hired(session: Session, made: Ids, legalEntity: Named, { firstEmployment, ...person }: Hiring) {
  const { firstJobPosition: place, ...employment } = firstEmployment;
  const status = 'active';
  const shown = await insert(session, employees, {
    ...person,
    id: made.employee,
    status,
    applicableEmployment: { id: made.employment },
    applicableJobPosition: { id: made.position },
    'applicableEmployment.legalEntity.id': legalEntity.id,
    'applicableEmployment.startsOn': employment.start.date,
    'applicableEmployment.template.id': employment.template.id,
    'applicableJobPosition.businessEstablishment.id': place.businessEstablishment.id,
    'applicableJobPosition.department.id': place.department.id,
  });
  const employee = { id: made.employee };
  await insert(session, employments, { ...employment, id: made.employment, employee, legalEntity, status });
  await insert(session, jobPositions, {
    ...place,
    id: made.position,
    employment: { id: made.employment },
    employee,
    status,
    startsOn: employment.start.date,
    t9n: { jobTitle: {} },
    updatedAttributes: [],
  });
  return shown;
}
