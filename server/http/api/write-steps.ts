/** The steps that change something: the body, the change with its event and audit entry, and the answer. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { mayShowConfidential } from '@muster/contract/kit/confidential.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { verbsOf } from '../../behaviours.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { afterChange } from '../../platform/database/errors.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { Write } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { forbidUnseenCreation } from '../../platform/verbs/restricted.ts';
import * as standard from '../../platform/verbs/standard.ts';
import type { Problem } from '../../problem.ts';
import type { Include } from '../query/include.ts';
import { oneText } from '../response/encode.ts';
import { checkMatch, readingTag, rowTag } from '../response/etag.ts';
import { includedDataOfOne } from '../response/included-data.ts';
import { type Answer, jsonType } from '../response/response.ts';
import { audited, seenBefore } from './audit-changes.ts';
import { readJson } from './body.ts';
import * as creation from './creation.ts';
import { explainedWithin, refuseCreation, refuseUpdate } from './explained-errors.ts';
import { mayGather } from './gathered-creations.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { queryOf } from './read-steps.ts';
import { noteRow, noteStoredBody } from './reads.ts';
import { RequestContext } from './request-context.ts';

export class CreationContext extends RequestContext {
  query!: creation.CreationQuery;
  key: string | undefined;
  body!: { readonly bytes: Buffer; readonly value: JsonObject };
  externalError: Problem | null = null;
}

export class ChangeContext extends RequestContext {
  include!: Include;
  isPreview = false;
  readonly write: ArrivingWrite = writeOf(this);
}

export function creationQuery(context: CreationContext): void {
  const { resource } = context;
  context.query = queryOf(context, (parameters, errors) => creation.creationQuery(resource, parameters, errors));
}

export const forbidCreation = ({ resource, caller }: RequestContext): void => forbidUnseenCreation(resource, caller);

export function idempotencyKey(context: CreationContext): void {
  context.key = context.request.headers['idempotency-key'] as string | undefined;
  if (context.key !== undefined) checkKey(context.key);
}

/** The time that the sender of the body takes does not count for the deadline. */
export async function creationBody(context: CreationContext): Promise<void> {
  const { deadline, request, query } = context;
  context.body = await deadline.excluding(creation.creationBody(request, query, bodyBytesMax(context)));
}

export const dryRun = (context: CreationContext): Promise<void> | undefined =>
  context.query.isDryRun ? answerDryRun(context) : undefined;

async function answerDryRun(context: CreationContext): Promise<void> {
  const { resource, behaviour, caller, database, body } = context;
  const access = context.access();
  const members = await database.transaction(caller.accountId, async (tx) =>
    behaviour.dryRun?.(tx, access, body.value),
  );
  const text = JSON.stringify({ type: resource.type, ...members });
  context.answer = { status: 200, headers: { 'content-type': jsonType }, body: text };
}

/** Asks other systems before a transaction begins. An error counts inside it, so that an idempotent answer keeps it. */
export function validateCreationExternally(context: CreationContext): Promise<void> | undefined {
  const { behaviour, dependencies, deadline, body } = context;
  const asking = behaviour.validateCreationExternally?.(
    dependencies.outside,
    context.session(),
    context.access(),
    body.value,
  );
  return (
    asking &&
    deadline.excluding(asking).then((error) => {
      context.externalError = error;
    })
  );
}

export async function createRow(context: CreationContext): Promise<void> {
  const { database, caller, request, key, dependencies, body } = context;
  if (key === undefined) {
    const creating = (await mayGather(context))
      ? createGathered(context)
      : run(context, 'create', createAlone, createWithin);
    context.answer = await creating.catch((error) => refuseCreation(context, error));
  } else {
    context.answer = await once(
      database,
      caller,
      key,
      requestDigest(request.url, body.bytes),
      (tx) => createWithin(context, tx),
      async (problem, tx) => dependencies.refusalOf(await explainedWithin(context, tx, problem), request, caller),
    );
  }
  dependencies.onChange(caller.accountId);
  noteRepeated(context);
}

async function createGathered(context: CreationContext): Promise<Answer> {
  const { resource, caller, deadline, body, query, database, dependencies } = context;
  const access = () => context.access();
  const alone = (): Promise<StoredRow> =>
    needsTransaction(context, 'create')
      ? database.transaction(caller.accountId, (tx) => verbsOf(resource).create(tx, access(), body.value))
      : standard.create(context.session(), resource, access(), body.value);
  const row = await dependencies.create({ resource, caller, deadline, body: body.value, access, alone });
  return afterChange(written(context, context.session(), row, query.include, 201));
}

/** A stored response was built by an earlier request. */
function noteRepeated(context: CreationContext): void {
  const { answer, reading, key, resource } = context;
  if (key === undefined || reading.shown || answer?.status !== 201 || !('body' in answer)) return;
  if (mayShowConfidential(resource, 'create', resourceOf)) noteStoredBody(context, answer.body);
}

async function createAlone(context: CreationContext, session: Session): Promise<Answer> {
  const { resource, body, query, externalError } = context;
  if (externalError) throw externalError;
  const row = await standard.create(session, resource, context.access(), body.value);
  return afterChange(written(context, session, row, query.include, 201));
}

async function createWithin(context: CreationContext, tx: Tx): Promise<Answer> {
  const { resource, body, query, externalError } = context;
  if (externalError) throw externalError;
  const row = await verbsOf(resource).create(tx, context.access(), body.value);
  await audited(tx, context, 'created', null, row);
  return written(context, tx, row, query.include, 201);
}

export function changeQuery(context: ChangeContext): void {
  const { resource } = context;
  const query = queryOf(context, (parameters, errors) => creation.changeQuery(resource, parameters, errors));
  context.include = query.include;
  context.isPreview = query.isPreview;
}

export const previewUpdate = (context: ChangeContext): Promise<void> | undefined =>
  context.isPreview ? answerPreview(context) : undefined;

async function answerPreview(context: ChangeContext): Promise<void> {
  const { resource, behaviour, caller, database, id, write } = context;
  const members = await database.transaction(caller.accountId, async (tx) =>
    behaviour.previewUpdate?.(tx, context.access(), id, write),
  );
  const text = JSON.stringify({ type: resource.type, ...members });
  context.answer = { status: 200, headers: { 'content-type': jsonType }, body: text };
}

/** A slow sender must not hold a transaction and its locks open. Errors of the body are reported when it is read. */
export function receiveBody(context: ChangeContext): Promise<void> | undefined {
  return needsTransaction(context, 'update') ? context.write.arrived() : undefined;
}

export function validateUpdateExternally(context: ChangeContext): Promise<void> | undefined {
  const { behaviour, dependencies, deadline, write, id } = context;
  const asking = behaviour.validateUpdateExternally?.(
    dependencies.outside,
    context.session(),
    context.access(),
    id,
    write,
  );
  return asking && deadline.excluding(asking).catch((error) => refuseUpdate(context, error));
}

export async function updateRow(context: ChangeContext): Promise<void> {
  const { caller, dependencies, include } = context;
  const row = await run(context, 'update', updateAlone, updateWithin).catch((error) => refuseUpdate(context, error));
  dependencies.onChange(caller.accountId);
  context.answer = await afterChange(written(context, context.session(), row, include, 200));
}

const updateAlone = (context: ChangeContext, session: Session): Promise<StoredRow> =>
  standard.update(session, context.resource, context.access(), context.id, context.write);

async function updateWithin(context: ChangeContext, tx: Tx): Promise<StoredRow> {
  const { resource, id, write } = context;
  const before = await seenBefore(tx, context);
  const after = await verbsOf(resource).update(tx, context.access(), id, write);
  await audited(tx, context, 'updated', before, after);
  return after;
}

export async function removeRow(context: ChangeContext): Promise<void> {
  await run(context, 'remove', removeAlone, removeWithin);
  context.dependencies.onChange(context.caller.accountId);
  context.answer = { status: 204, headers: {}, body: null };
}

const removeAlone = (context: ChangeContext, session: Session): Promise<void> =>
  standard.remove(session, context.resource, context.access(), context.id, context.write);

async function removeWithin(context: ChangeContext, tx: Tx): Promise<void> {
  const { resource, id, write } = context;
  const before = await seenBefore(tx, context);
  await verbsOf(resource).remove(tx, context.access(), id, write);
  await audited(tx, context, 'deleted', before, null);
}

type Change = 'create' | 'update' | 'remove';

/**
 * A replaced verb runs in a transaction. A standard verb writes with a single statement and needs none, unless it has
 * lists of references, which no foreign key protects, or writes an audit entry.
 */
const needsTransaction = ({ behaviour, resource, caller }: RequestContext, change: Change): boolean =>
  behaviour[change] !== undefined ||
  caller.person !== null ||
  Object.values(resource.fields).some(({ column }) => column === 'references');

function run<Context extends RequestContext, Result>(
  context: Context,
  change: Change,
  alone: (context: Context, session: Session) => Promise<Result>,
  within: (context: Context, tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!needsTransaction(context, change)) return alone(context, context.session());
  return context.database.transaction(context.caller.accountId, (tx) => within(context, tx));
}

const bodyBytesMax = ({ resource, dependencies }: RequestContext): number =>
  Math.min(resource.bodyBytesMax, dependencies.bodyBytesMax);

const patchTypes = ['application/json', 'application/merge-patch+json'];

interface ArrivingWrite extends Write {
  /** Waits until the body has arrived, valid or not. */
  arrived(): Promise<void>;
}

function writeOf(context: RequestContext): ArrivingWrite {
  const { request } = context;
  const ifMatch = request.headers['if-match'];
  let reading: Promise<{ value: Record<string, unknown> }> | undefined;
  const read = () => {
    reading ??= context.deadline.excluding(readJson(request.raw, patchTypes, bodyBytesMax(context)));
    return reading;
  };
  return {
    isConditional: ifMatch !== undefined && ifMatch.trim() !== '*',
    check: (current) => checkMatch(ifMatch, rowTag(current.revision)),
    body: async () => (await read()).value,
    arrived: () =>
      read().then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** Builds the response that shows a row after its change. */
export async function written(
  context: RequestContext,
  session: Session,
  row: StoredRow,
  include: Include,
  status: 200 | 201,
): Promise<Answer> {
  const { resource, caller } = context;
  noteRow(context, resource, row);
  const included = await includedDataOfOne(context, session, row, include);
  const { ownerId } = context.access();
  const location = { location: `${caller.baseUrl}${collectionPath(resource, ownerId)}/${row.id}` };
  return {
    status,
    headers: { 'content-type': jsonType, etag: readingTag(resource, row), ...(status === 201 && location) },
    body: oneText(resource, row, include, caller, included),
  };
}
