/**
 * The operations of the API for an operator, without HTTP. A command runs the verb that `/admin-api` runs, with the same
 * rules, the same events and the same audit entry, in one transaction. The caller is the operator, who sees every row.
 *
 * Checks against other systems (`validateUpdateExternally`) are left out: a command must also work where the network of
 * the service is not reachable.
 */
import type { Author } from '@muster/contract/author.ts';
import { isConfidential } from '@muster/contract/kit/confidential.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { administrationScopes, scopes } from '@muster/contract/scopes.ts';
import { behaviourOf, unexpiredOf, verbsOf } from '../behaviours.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { Database, Session, Tx } from '../platform/database/database.ts';
import { separated } from '../platform/store/address.ts';
import { canName, isNumericId } from '../platform/store/columns.ts';
import type { FilterTerm } from '../platform/store/filter.ts';
import type { Page, Position, SortKey } from '../platform/store/list-page.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import { findVersions } from '../platform/store/version-list.ts';
import { type AccessContext, unconditionalWrite } from '../platform/verbs/access.ts';
import {
  type Actor,
  type AuditRecord,
  type ResourceChange,
  recordAudit,
  recordChange,
} from '../platform/verbs/audit.ts';
import { insideOf, shownRows } from '../platform/verbs/belonging.ts';
import {
  checkedChanges,
  checkedValues,
  givenText,
  isObject,
  type JsonObject,
  unknownReference,
} from '../platform/verbs/body.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, noSuchResource, throwIfAny } from '../problem.ts';
import { recordOperatorRead } from '../reads/operator-reads.ts';
import { addRows, type ShownHolder } from '../reads/shown.ts';

export interface Operator {
  readonly database: Database;
  /** Null for the service itself, which creates the demo account on its first start: nobody is recorded. */
  readonly actor: Actor | null;
}

export interface OperatedAccount {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** The `source` of its events; its address by default. */
  readonly eventSource?: string;
}

export interface ListOptions {
  readonly ownerId?: string;
  readonly sort?: SortKey;
  readonly filters?: readonly FilterTerm[];
  readonly limit?: number;
}

/** The operations on one account, in one transaction. Rows are representations as the API shows them. */
export interface OperatorCalls {
  readonly tx: Tx;
  list(resource: Resource, options?: ListOptions): Promise<JsonObject[]>;
  read(resource: Resource, id: string): Promise<JsonObject>;
  /** The last versions of a resource that records its changes, the newest first; also of one that was deleted. */
  history(resource: Resource, id: string, limit: number): Promise<JsonObject[]>;
  create(resource: Resource, body: JsonObject): Promise<JsonObject>;
  /** Checks a creation and stores nothing. */
  dryRun(resource: Resource, body: JsonObject): Promise<JsonObject>;
  update(resource: Resource, id: string, body: JsonObject): Promise<JsonObject>;
  remove(resource: Resource, id: string, ownerId?: string): Promise<void>;
  /** A creation that only operators may make: `work` is the verb. */
  createWith(
    resource: Resource,
    work: (access: AccessContext) => Promise<StoredRow>,
    ownerId?: string,
  ): Promise<JsonObject>;
  /** The same for a change. */
  updateWith(resource: Resource, id: string, work: (access: AccessContext) => Promise<StoredRow>): Promise<JsonObject>;
  /** For an act that changes no resource of the API. */
  record(entry: AuditRecord): Promise<void>;
}

/** `work` may run again after a rollback. */
export const asOperator = <T>(
  { database, actor }: Operator,
  account: OperatedAccount,
  work: (calls: OperatorCalls) => Promise<T>,
): Promise<T> => database.transaction(account.id, (tx) => work(callsOn(tx, actor, operatorCaller(account, tx.author))));

function callsOn(tx: Tx, actor: Actor | null, caller: Caller): OperatorCalls {
  const { baseUrl } = caller;
  const rowOf = (shown: StoredRow) => standard.parsed(shown, baseUrl);
  const audited = async (change: Omit<ResourceChange, 'baseUrl'>) => {
    if (actor) await recordChange(tx, actor, { ...change, baseUrl });
  };
  const createWith: OperatorCalls['createWith'] = async (resource, work, ownerId) => {
    const shown = await work(operatorAccess(tx, caller, resource, ownerId));
    await audited({ resource, verb: 'created', before: null, after: shown });
    return rowOf(shown);
  };
  const updateWith: OperatorCalls['updateWith'] = async (resource, id, work) => {
    const access = operatorAccess(tx, caller, resource);
    const before = await verbsOf(resource).read(tx, access, id);
    const after = await work(access);
    await audited({ resource, verb: 'updated', before, after });
    return rowOf(after);
  };
  const recorded = async (
    verb: string,
    resource: Resource,
    rows: readonly JsonObject[],
    ids = rows.map(({ id }) => String(id)),
  ): Promise<void> => {
    const reading: ShownHolder = { shown: null };
    if (isConfidential(resource)) {
      const texts = rows.map((row) => JSON.stringify(row));
      addRows(reading, resource, texts, ids);
    }
    await recordOperatorRead(tx, `muster ${verb} ${resource.path}`, reading);
  };
  return {
    tx,
    list: async (resource, options) => {
      const rows = await everyRow(tx, resource, caller, options);
      await recorded('list', resource, rows);
      return rows;
    },
    read: async (resource, id) => {
      const row = rowOf(await verbsOf(resource).read(tx, operatorAccess(tx, caller, resource), id));
      await recorded('read', resource, [row]);
      return row;
    },
    async history(resource, id, limit) {
      const versions = await lastVersions(tx, resource, id, limit, baseUrl);
      await recorded('history', resource, versions, [id]);
      return versions;
    },
    create: (resource, body) =>
      createWith(resource, async (access) => {
        await refuseTogether(tx, resource, access, body, (errors) => checkedValues(resource, body, baseUrl, errors));
        return verbsOf(resource).create(tx, access, body);
      }),
    dryRun: async (resource, body) =>
      (await behaviourOf(resource).dryRun?.(tx, operatorAccess(tx, caller, resource), body)) ?? {},
    update: (resource, id, body) =>
      updateWith(resource, id, async (access) => {
        const current = rowOf(await verbsOf(resource).read(tx, access, id));
        await refuseTogether(tx, resource, access, body, (errors) =>
          checkedChanges(resource, current, body, baseUrl, errors),
        );
        return verbsOf(resource).update(tx, access, id, unconditionalWrite(body));
      }),
    createWith,
    updateWith,
    async remove(resource, id, ownerId) {
      const access = operatorAccess(tx, caller, resource, ownerId);
      const before = await verbsOf(resource).read(tx, access, id);
      await verbsOf(resource).remove(tx, access, id, unconditionalWrite({}));
      await audited({ resource, verb: 'deleted', before, after: null });
    },
    record: async (entry) => {
      if (actor) await recordAudit(tx, actor, entry);
    },
  };
}

const operatorCaller = ({ id, name, baseUrl, eventSource = baseUrl }: OperatedAccount, author: Author): Caller => ({
  accountId: id,
  account: name,
  baseUrl,
  eventSource,
  clientApplicationId: '0',
  clientId: 'muster',
  scopes: new Set([...scopes, ...administrationScopes]),
  establishments: null,
  requestsPerMinute: null,
  person: null,
  author,
});

/** Rows of every client application, but none that the API shows to nobody. */
function operatorAccess(session: Session, caller: Caller, resource: Resource, ownerId?: string): AccessContext {
  const conditionsOn = (other: Resource) => [
    ...shownRows(other),
    ...(behaviourOf(other).visible?.(caller) ?? []),
    ...unexpiredOf(other, () => session),
  ];
  const shown = behaviourOf(resource).shown?.(caller, () => session) ?? null;
  const { within } = resource;
  if (!within || ownerId === undefined) return { caller, conditions: conditionsOn(resource), conditionsOn, shown };
  const place = isNumericId(ownerId) ? insideOf(within, ownerId) : () => 'false';
  return { caller, ownerId, conditions: [...conditionsOn(resource), place], conditionsOn };
}

/** For commands that read or write in bulk. */
export const operatorAccessTo = (account: OperatedAccount, author: Author): AccessContext => ({
  caller: operatorCaller(account, author),
  conditions: [],
  conditionsOn: () => [],
});

/** The newest versions; refused if there never was such a resource. */
async function lastVersions(
  tx: Tx,
  resource: Resource,
  id: string,
  limit: number,
  baseUrl: string,
): Promise<JsonObject[]> {
  if (!canName(resource, id)) throw noSuchResource(resource.type, id);
  const page = await findVersions(tx, resource, id, {
    limit,
    sort: [{ path: 'id', isDescending: true }],
    filters: [],
    start: { isBackward: false, values: null },
    isCounted: false,
    isLinked: true,
  });
  if (page.ids.length === 0) throw noSuchResource(resource.type, id);
  return separated(page.representations).map((representation) =>
    standard.parsed({ id: '', revision: '', representation }, baseUrl),
  );
}

const pageRows = 1000;

async function everyRow(
  session: Session,
  resource: Resource,
  caller: Caller,
  { ownerId, sort, filters = [], limit = Number.POSITIVE_INFINITY }: ListOptions = {},
): Promise<JsonObject[]> {
  const access = operatorAccess(session, caller, resource, ownerId);
  const { list } = verbsOf(resource);
  const byId = { path: 'id', isDescending: false };
  const rows: JsonObject[] = [];
  let start: Position = { isBackward: false, values: null };
  // A page of large rows is shorter than asked for.
  for (let hasNext = true; hasNext && rows.length < limit; ) {
    const query = {
      limit: Math.min(pageRows, limit - rows.length),
      sort: sort === undefined ? [byId] : sort.path === 'id' ? [sort] : [sort, byId],
      filters,
      start,
      isCounted: false,
      isLinked: true,
    };
    const page: Page = await list(session, access, query);
    for (const representation of separated(page.representations)) {
      rows.push(standard.parsed({ id: '', revision: '', representation }, caller.baseUrl));
    }
    hasNext = page.hasNext;
    start = { isBackward: false, values: page.last };
  }
  return rows;
}

/**
 * A verb looks up references after all members are valid. A person at a command line learns everything that is wrong at
 * once, so an invalid body has its other references looked up too.
 */
async function refuseTogether(
  session: Session,
  resource: Resource,
  access: AccessContext,
  body: JsonObject,
  check: (errors: FieldErrors) => unknown,
): Promise<void> {
  const errors = noErrors();
  check(errors);
  if (Object.keys(errors).length === 0) return;
  const isWrong = (name: string) => Object.keys(errors).some((path) => path === name || path.startsWith(`${name}.`));
  const named = Object.entries(body).flatMap(([name, value]) => {
    const target = resource.fields[name]?.target;
    const other = target === undefined || isWrong(name) ? undefined : resourceOf(target);
    if (!other) return [];
    const ids = [value].flat().flatMap((one) => (isObject(one) ? [givenText(one.id)] : []));
    return ids.map((id) => ({ name, id, resource: other, conditions: access.conditionsOn(other) }));
  });
  const found = await findReferenced(session, named);
  for (const { name, id, resource: other } of named) {
    if (!found.get(other)?.has(id)) addError(errors, name, unknownReference(other.type));
  }
  throwIfAny(errors);
}
