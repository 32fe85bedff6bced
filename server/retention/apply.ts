/**
 * Removes what a rule takes of people, one by one, each in a transaction of its own that looks again: somebody who was hired
 * again, or whom a hold protects since, keeps everything. A night that is interrupted goes on: what is gone is not due any
 * more.
 */
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { files } from '@muster/contract/resources/files.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { remove as removeValue } from '../attributes/employee-attributes.ts';
import { planErasure } from '../erasure/erasures.ts';
import { lockedPerson } from '../erasure/holds.ts';
import { remove as removeLeave } from '../leaves/leaves.ts';
import { remove as removeRecord } from '../people/employee-personal-records.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { tableOf } from '../platform/store/columns.ts';
import { update } from '../platform/store/write.ts';
import { type AccessContext, unconditionalWrite } from '../platform/verbs/access.ts';
import { Problem } from '../problem.ts';
import { endedPeople, typesWithVersions, valuesOf } from './due.ts';
import type { Rule } from './rules.ts';

export interface Night {
  readonly database: Database;
  readonly accountId: string;
  /** The day of the account. */
  readonly today: string;
  /** Throws if the work must stop. */
  readonly onStep: () => Promise<void>;
}

type PeopleFamily = Parameters<typeof endedPeople>[0];

const batchPeople = 100;

export async function applyToPeople(night: Night, rule: Rule, family: PeopleFamily): Promise<void> {
  const { database, accountId, today, onStep } = night;
  const isDue = 'due_on <= $5::date and count > 0 and not is_held';
  const values = valuesOf(rule, today);
  const someDue = statement(
    `select id::text as id from (${endedPeople(family)}) as ended where ${isDue} and id > $6::bigint order by id limit ${batchPeople}`,
  );
  const stillDue = statement(`select 1 from (${endedPeople(family)}) as ended where ${isDue} and id = $6::bigint`);
  for (let after = '0'; ; ) {
    const batch = await database.session(accountId).run<{ id: string }>(someDue, [...values, after]);
    for (const { id } of batch) {
      await onStep();
      const work = database.transaction(accountId, async (tx) => {
        // A hold that is being set, or a hiring, waits or has happened before.
        await tx.run(lockedPerson, [id]);
        if ((await tx.run(stillDue, [...values, id])).length > 0) await actions[family](tx, id, rule);
      });
      // Refused, for example because somebody else has planned the same: others are not kept waiting.
      await work.catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
    }
    const last = batch.at(-1);
    if (!last || batch.length < batchPeople) return;
    after = last.id;
  }
}

const actions: Readonly<Record<PeopleFamily, (tx: Tx, employeeId: string, rule: Rule) => Promise<void>>> = {
  person: async (tx, employeeId, { id, months }) => {
    const reason = `Retention rule ${id}: ${months} months after the end of the last employment.`;
    await planErasure(tx, employeeId, reason, byService('retention'));
  },
  leaves: async (tx, employeeId) => {
    for (const id of await idsOf(tx, leaves, employeeId)) await removeLeave(tx, access(tx), id, unconditionalWrite());
    await removeVersions(tx, employeeId, typesWithVersions.leaves ?? []);
  },
  'personal-records': async (tx, employeeId) => {
    for (const id of await idsOf(tx, employeePersonalRecords, employeeId))
      await removeRecord(tx, access(tx), id, unconditionalWrite());
    await removeVersions(tx, employeeId, typesWithVersions['personal-records'] ?? []);
  },
  files: async (tx, employeeId) => {
    await forgetDocuments(tx, employees, 'id', 'portrait', employeeId);
    for (const resource of [employments, jobPositions]) {
      await forgetDocuments(tx, resource, 'employee_id', 'document', employeeId);
    }
    const values = await tx.run<{ id: string }>(valuesWithFiles, [employeeId]);
    for (const { id } of values) await removeValue(tx, access(tx), id, unconditionalWrite());
  },
};

const idsOf = async (tx: Tx, resource: Resource, employeeId: string): Promise<string[]> => {
  const text = `select id::text as id from ${tableOf(resource)} where account_id = $1 and employee_id = $2::bigint order by id`;
  return (await tx.run<{ id: string }>(statement(text), [employeeId])).map(({ id }) => id);
};

const goneVersions = statement(
  'delete from versions where account_id = $1 and owner_id = $2::bigint and data_type = any($3::text[])',
);

/** Otherwise the removed rows could still be read there. */
const removeVersions = (tx: Tx, employeeId: string, types: readonly string[]): Promise<unknown> =>
  tx.run(goneVersions, [employeeId, types]);

/** The clean-up of files removes the bytes, like those of any file that nothing refers to. */
async function forgetDocuments(
  tx: Tx,
  resource: Resource,
  owner: string,
  member: string,
  employeeId: string,
): Promise<void> {
  const text = `select id::text as id, revision::text as revision from ${tableOf(resource)}
where account_id = $1 and ${owner} = $2::bigint and ${member}_id is not null order by id`;
  for (const row of await tx.run<{ id: string; revision: string }>(statement(text), [employeeId])) {
    await update(tx, resource, row, { [member]: null });
  }
}

const valuesWithFiles = statement(`
select distinct attribute_id::text as id from attribute_keys
where account_id = $1 and employee_id = $2::bigint and target_type = '${files.type}'`);

/** The verbs run for the service, which sees every row. */
const access = ({ accountId, author }: Tx): AccessContext => ({
  caller: {
    ...{ accountId, account: '', baseUrl: '', eventSource: '', clientApplicationId: '0', clientId: 'muster' },
    ...{ scopes: new Set<string>(), establishments: null, requestsPerMinute: null, person: null, author },
  },
  conditions: [],
  conditionsOn: () => [],
});
