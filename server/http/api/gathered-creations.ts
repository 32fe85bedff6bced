/**
 * Creations of one caller that come while others of it are under way in the same collection gather, and are then written
 * together: in one transaction, with one statement for each kind of row (docs/decisions/0133). Each has its own errors, and
 * its own row. A creation that comes alone waits for nothing, and is done as if there were no others.
 *
 * Where the database refuses a batch (a value that another row bears, a row that somebody else has locked, a deadlock, the
 * time limit of one request), nothing of it is kept, and each creation is done again alone.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { manyCreatorOf } from '../../behaviours.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { UnavailableError } from '../../platform/database/errors.ts';
import { addUsage, deadlineOfAll, type RequestDeadline } from '../../platform/database/request-deadline.ts';
import { outOfTime } from '../../platform/database/scheduler.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import type { CreateMany } from '../../platform/verbs/create-many.ts';
import type { Problem } from '../../problem.ts';
import type { CreationQuery } from './creation.ts';
import { gathering } from './gathering.ts';

/** A creation that may gather. */
export interface Creation {
  readonly resource: Resource;
  readonly caller: Caller;
  readonly deadline: RequestDeadline;
  readonly body: JsonObject;
  readonly access: () => AccessContext;
  /** What is done where there are no others. */
  readonly alone: () => Promise<StoredRow>;
}

export type GatheredCreations = (creation: Creation) => Promise<StoredRow>;

/** As many are under way as keep a thread busy: those beyond them would only wait for it. */
const aloneMax = 3;
/** Longer than a batch takes on a busy machine. */
const heldMs = 100;
/** More would keep the thread for long. */
const sizeMax = 16;

/** A longer body would keep others waiting. */
const bodyBytesMax = 20_000;

/** A creation as it was asked for. */
interface Asked extends Pick<Creation, 'resource' | 'caller' | 'deadline'> {
  readonly database: Database;
  readonly query: CreationQuery;
  readonly body: { readonly bytes: Buffer };
}

/**
 * Where a creation is nothing but its rows and their events: no audit entry, no trace that its events name, and nothing that
 * its answer reads in the same transaction. On Citus, on which batches have not been tried, each is alone.
 */
export const mayGather = async ({ resource, caller, deadline, database, query, body }: Asked): Promise<boolean> =>
  manyCreatorOf(resource) !== null &&
  caller.person === null &&
  deadline.span === null &&
  !query.include.embedded &&
  !query.include.links &&
  body.bytes.length <= bodyBytesMax &&
  // Where this cannot be found out, the creation itself says why.
  !(await database.isDistributed().catch(() => true));

export function gatheredCreations(database: Database, requestMs: number): GatheredCreations {
  const together = (creations: readonly Creation[]) => rowsOrErrors(database, requestMs, creations);
  const gather = gathering<Creation, StoredRow>({ together, aloneMax, heldMs, sizeMax });
  const groupOf = groupsOfCallers();
  return (creation) => gather(groupOf(creation), creation, creation.alone);
}

/** A token that is used again is the same caller: with the same account, rights and author. */
function groupsOfCallers(): (creation: Creation) => string {
  const numbers = new WeakMap<Caller, number>();
  let last = 0;
  return ({ caller, resource }) => {
    if (!numbers.has(caller)) {
      last += 1;
      numbers.set(caller, last);
    }
    return `${numbers.get(caller)} ${resource.type}`;
  };
}

async function rowsOrErrors(
  database: Database,
  requestMs: number,
  creations: readonly Creation[],
): Promise<(StoredRow | Error)[]> {
  const [first] = creations;
  const createMany = first && manyCreatorOf(first.resource);
  if (!createMany || creations.length === 1) return eachAlone(creations);
  try {
    return await createTogether(database, requestMs, creations, createMany);
  } catch (error) {
    // It may have been kept, or none could be done again.
    if (error instanceof UnavailableError) return creations.map(() => error);
    return eachAlone(creations);
  }
}

async function eachAlone(creations: readonly Creation[]): Promise<(StoredRow | Error)[]> {
  const results = await Promise.allSettled(creations.map(({ alone }) => alone()));
  return results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
}

/** Those whose clients have gone while they waited are left out. */
async function createTogether(
  database: Database,
  requestMs: number,
  creations: readonly Creation[],
  createMany: CreateMany,
): Promise<(StoredRow | Problem)[]> {
  const { caller, access } = creations[0] as Creation;
  const deadline = deadlineOfAll(creations.map((creation) => creation.deadline)) as RequestDeadline;
  const create = async (tx: Tx) => {
    const wanted = creations.filter((creation) => !creation.deadline.client.destroyed);
    if (wanted.length === 0) throw outOfTime(requestMs);
    const created = await createMany(
      tx,
      access(),
      wanted.map(({ body }) => body),
    );
    return new Map(wanted.map((creation, index) => [creation, created[index]]));
  };
  try {
    const created = await database.withDeadline(deadline, caller.author).tryTransaction(caller.accountId, create);
    return creations.map((creation) => created.get(creation) ?? outOfTime(requestMs));
  } finally {
    for (const { usage } of creations.map((creation) => creation.deadline)) addUsage(usage, deadline.usage);
  }
}
