/**
 * How PostgreSQL finds people and leaves: for every filter, every order, search and deep pages, the plan of the
 * statement that the store really sends, planned without values, as in the service. None reads a whole table.
 * docs/plans has a line for every query with the indexes of its plan, so that a change of a statement or an index shows
 * its effect. The lines are not compared exactly: between two plans of equal cost the choice is random. The rules for
 * plans are checked on the plans themselves.
 *
 * To write them again: WRITE_PLANS=1 npx vitest run test/plans.test.ts
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fillPeople, peopleTables } from '../bench/people-rows.ts';
import { accessContextOn } from '../server/access-context.ts';
import type { Caller } from '../server/identity/auth/caller.ts';
import type { Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import type { Condition } from '../server/platform/store/condition.ts';
import { findPage } from '../server/platform/store/page.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { inForm } from './support/form.ts';
import { fillLeaves, leaveTables } from './support/leaves/leave-rows.ts';
import { type Question, questionsTo } from './support/plan-questions.ts';
import { planSummary } from './support/plan-summary.ts';
import { withoutIndexes } from './support/without-indexes.ts';

const smallOnes = (people: number): number[] => Array.from({ length: 9 }, () => people);
/** One large account among small ones: plans are made for the average, whatever the values. */
const employeesByAccount = inForm({ short: [3000, ...smallOnes(300)], full: [20_000, ...smallOnes(2000)] });

/** A text that many rows share, and a unique number. */
const keysOfEverybody = `
insert into attribute_keys
  (account_id, attribute_id, property, definition_id, employee_id, applies_from, applies_to, text_key, number_key)
select account_id, id * 2000 + n, '', definition_id, id, '-infinity', 'infinity', text_key, number_key
from employees, lateral (
  values (0, 'e_text', 'Site ' || id % 100, null::double precision), (1000, 'e_number', null, id)
) as keys (n, definition_id, text_key, number_key)`;

let database: FreshDatabase;
/** As the service: row-level security is part of every plan. */
let connection: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(database.url).pathname;
  const superuser = new pg.Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  await withoutIndexes(superuser, [...peopleTables, ...leaveTables], async () => {
    for (const [index, rows] of employeesByAccount.entries()) {
      const accountId = String(index + 1);
      await fillLeaves(superuser, accountId, await fillPeople([superuser], accountId, rows));
    }
  });
  await superuser.query('set session_replication_role = replica');
  await superuser.query(keysOfEverybody);
  // All rows are sampled, so that statistics and plans are the same each time.
  await superuser.query('set default_statistics_target = 1000');
  await superuser.query('vacuum analyze');
  await superuser.end();
  connection = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC -c muster.account_id=1' });
  await connection.connect();
}, 120_000);

afterAll(async () => {
  await connection?.end();
  await database?.drop();
});

/** The statements of a query. No page is full, so that every part of a list is read. */
async function statementsOf(resource: Resource, { asked, part, holders }: Question, conditions: readonly Condition[]) {
  const texts: string[] = [];
  const session: Session = {
    accountId: '1',
    now: new Date(0),
    machineNow: new Date(0),
    bounds: standardBounds,
    author: byService(),
    vault: {
      seal: () => '',
      open: () => '',
      openOrNull: () => null,
      digest: () => '',
      digests: () => [''],
      renewed: () => null,
      fingerprint: () => Buffer.alloc(0),
    },
    run: async <Row>({ text }: Statement) => {
      texts.push(text);
      // Only the searches for the holders of a value, of a beginning and of a part of a text send this. The list of many goes on.
      const isFew = holders === 'few';
      const ids = isFew ? ['1'] : null;
      return [/ as ids$/m.test(text) ? { ids } : { count_0: isFew ? '1' : '1000000', goes_on: 'true' }] as Row[];
    },
  };
  const isCount = part === 'count';
  await findPage(session, resource, { ...asked, conditions, isCounted: isCount, limit: isCount ? 0 : asked.limit });
  return texts;
}

async function planOf(text: string): Promise<string> {
  const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => `  ${row['QUERY PLAN']}\n`).join('');
}

const time = { now: new Date(), machineNow: new Date(), bounds: standardBounds };

const everybody: Caller = {
  accountId: '1',
  account: 'acme',
  baseUrl: 'https://acme.example.com',
  eventSource: 'https://acme.example.com',
  clientApplicationId: '1',
  clientId: 'app',
  scopes: new Set(),
  establishments: null,
  requestsPerMinute: null,
  person: null,
  author: byService(),
};
const limited: Caller = { ...everybody, establishments: ['1', '2'] };

/** Plans by query. */
async function plansOf(resource: Resource, caller: Caller): Promise<Map<string, string>> {
  const { conditions } = accessContextOn(resource, caller, () => time);
  const plans = new Map<string, string>();
  for (const question of questionsTo(resource)) {
    const texts = await statementsOf(resource, question, conditions);
    const each = await Promise.all(texts.map(planOf));
    plans.set(question.title, each.join('  ---\n'));
  }
  return plans;
}

const tables = 'employees|employments|job_positions|leaves|leave_requests|leave_request_decisions';
const readsATable = new RegExp(`Seq Scan on (${tables}|employee_words|attribute_keys)\\b`);

/** If a page follows another, the scan of the index starts there. */
const startsAtAPosition = new RegExp(`on (${tables}) .*\\n +Index Cond: \\(\\(account_id = \\$1\\) AND `);

const looked: readonly Resource[] = [
  employees,
  employments,
  jobPositions,
  leaves,
  leaveRequests,
  leaveRequestDecisions,
];

describe.each(looked)('$path', (resource) => {
  test.each([
    { who: 'everybody', caller: everybody, suffix: '' },
    { who: 'people of two establishments', caller: limited, suffix: '-by-establishment' },
  ])('no list of $who reads a whole table, or all pages before the one asked for', async ({ caller, suffix }) => {
    const plans = await plansOf(resource, caller);
    const text = [...plans].map(([title, plan]) => `?${title}: ${planSummary(plan)}\n`).join('');
    const titlesOf = (isFailing: (plan: string, title: string) => boolean) =>
      [...plans].filter(([title, plan]) => isFailing(plan, title)).map(([title]) => title);
    expect(titlesOf((plan) => readsATable.test(plan))).toEqual([]);
    expect(titlesOf((plan, title) => /^sort=.*page=/.test(title) && !startsAtAPosition.test(plan))).toEqual([]);
    const file = new URL(`../docs/plans/${resource.path}${suffix}.txt`, import.meta.url);
    if (process.env.WRITE_PLANS) writeFileSync(file, text);
    const kept = readFileSync(file, 'utf8');
    expect(kept).not.toMatch(readsATable);
    expect(kept.match(/^\?.*(?=: )/gm)).toEqual([...plans.keys()].map((title) => `?${title}`));
  });
});

test('positions that changed a member are found by an index of their own', async () => {
  const plans = [...(await plansOf(jobPositions, everybody))].filter(([title]) => /^updatedAttributes=/.test(title));
  expect(plans.length).toBeGreaterThan(5);
  const isOther = (plan: string) => !/job_positions_with_new_\w+/.test(plan);
  expect(plans.filter(([, plan]) => isOther(plan)).map(([title]) => title)).toEqual([]);
});

test('a page by an attribute, or in its order, is found along its keys, which are not put in order again', async () => {
  const plans = [...(await plansOf(employees, everybody))];
  const isFound = (title: string, plan: string) =>
    /^attributes\.\w+=…(&page=.*)?$/.test(title) && (/\bSort\b/.test(plan) || !/on attribute_keys held\n/.test(plan));
  const isOrdered = (title: string, plan: string) => /^sort=-?attributes/.test(title) && /Incremental Sort/.test(plan);
  const entersKeys = /on attribute_keys \w+\n +Index Cond: .*(ROW\(\w+_key, employee_id\)|employee_id [<>] \$)/;
  const isPassedBy = (title: string, plan: string) =>
    /^(attributes\.\w+=…&|sort=-?attributes.*&)page=/.test(title) && !entersKeys.test(plan);
  for (const isFailing of [isFound, isOrdered, isPassedBy]) {
    expect(plans.filter(([title, plan]) => isFailing(title, plan)).map(([title]) => title)).toEqual([]);
  }
});
