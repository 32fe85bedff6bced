/**
 * A database that is older than the ledger was restored from a backup: the people whom the ledger names are erased
 * again, before anybody is answered.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { erasures } from '@muster/contract/administration/erasures.ts';
import { legalHolds } from '@muster/contract/administration/legal-holds.ts';
import { byService } from '@muster/contract/author.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isNumericId } from '../platform/store/columns.ts';
import { insert, updateWithoutTimestamp } from '../platform/store/write.ts';
import { recordByService } from './erasures.ts';
import { type ErasedPerson, erasedIn } from './ledger.ts';
import { claimDue, enqueue, type QueuedErasure } from './queue.ts';
import { type ErasureParts, runErasures } from './run.ts';

const againMs = 200;

/** Returns the number of people. */
export async function eraseAgain(parts: ErasureParts): Promise<number> {
  const { database, ledger } = parts;
  if (!ledger) return 0;
  const missing = await missingOf(database, erasedIn(await ledger.read()));
  const nodeId = randomUUID();
  const approved: QueuedErasure[] = [];
  for (const person of missing) {
    const erasureId = await database.transaction(person.account, (tx) => approvedAgain(tx, person));
    approved.push({ accountId: person.account, erasureId });
  }
  for (let open = approved; open.length > 0; open = await notEnded(database, open)) {
    const claims = await claimDue(database, nodeId, open);
    await runErasures(parts, nodeId, claims, fail);
    // Another node has them, or they wait for something.
    if (claims.length === 0) await pause(againMs);
  }
  return missing.length;
}

const known = statement(`
select employee_id::text as id from erased_people where account_id = $1 and employee_id = any($2::bigint[])`);

/** Those whom this database does not know as erased. Accounts that do not exist any more have nobody. */
async function missingOf(database: Database, people: readonly ErasedPerson[]): Promise<ErasedPerson[]> {
  const accounts = await database.query<{ id: string }>('select id::text as id from accounts');
  const missing: ErasedPerson[] = [];
  for (const { id } of accounts) {
    const named = people.filter(({ account, employee }) => account === id && isNumericId(employee));
    if (named.length === 0) continue;
    const ids = await database.session(id).run<{ id: string }>(known, [named.map(({ employee }) => employee)]);
    const erased = new Set(ids.map((row) => row.id));
    missing.push(...named.filter(({ employee }) => !erased.has(employee)));
  }
  return missing;
}

const openOne = statement(`
select id::text as id from erasures where account_id = $1 and employee_id = $2::bigint
  and status in ('planned', 'approved', 'running') for update`);

const liftedHolds = statement(`
select id::text as id from legal_holds where account_id = $1 and employee_id = $2::bigint and status = 'active'`);

/** The erasure of that time, or another one. The person was erased: a hold of an older state says nothing against it. */
async function approvedAgain(tx: Tx, { employee: employeeId }: ErasedPerson): Promise<string> {
  const now = tx.now.toISOString();
  for (const { id } of await tx.run<{ id: string }>(liftedHolds, [employeeId])) {
    const lifted = { status: 'lifted', liftedAt: now, liftedBy: byService('erasures') };
    await updateWithoutTimestamp(tx, legalHolds, [(place) => `id = ${place(id)}`], lifted);
  }
  const [open] = await tx.run<{ id: string }>(openOne, [employeeId]);
  if (open) {
    await updateWithoutTimestamp(tx, erasures, [(place) => `id = ${place(open.id)}`, isPlanned], {
      status: 'approved',
    });
    await enqueue(tx, open.id);
    return open.id;
  }
  const { id } = await insert(tx, erasures, {
    employee: { id: employeeId },
    reason: 'The database was restored to a state before the erasure.',
    status: 'approved',
    plannedBy: byService('erasures'),
    counts: {},
    namedElsewhere: { references: {}, texts: {} },
  });
  await recordByService(tx, 'created', id, { employee: { id: employeeId }, status: 'approved' });
  await enqueue(tx, id);
  return id;
}

const isPlanned = () => `status = 'planned'`;

const ended = statement(`
select 1 from erasures where account_id = $1 and id = $2::bigint and status in ('done', 'refused')`);

async function notEnded(database: Database, claims: readonly QueuedErasure[]): Promise<QueuedErasure[]> {
  const open: QueuedErasure[] = [];
  for (const claim of claims) {
    if ((await database.session(claim.accountId).run(ended, [claim.erasureId])).length === 0) open.push(claim);
  }
  return open;
}

/** The service does not start with people who have to be erased. */
function fail(error: unknown): never {
  throw error;
}
