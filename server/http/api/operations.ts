/** The five operations over HTTP: decode, call the verb, encode. The order of the checks is part of the API. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Publications } from '../../events/feed.ts';
import type { KeptFiles } from '../../files/kept-files.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Database, Session, Tx } from '../../platform/database/database.ts';
import { afterChange } from '../../platform/database/errors.ts';
import type { RequestDeadline } from '../../platform/database/request-deadline.ts';
import type { Page, PageQuestion } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { type FieldErrors, noErrors, type Problem, throwIfAny } from '../../problem.ts';
import type { Outside } from '../../webhooks/outside.ts';
import { attributesIn } from '../query/attribute-query.ts';
import type { CursorSeal } from '../query/cursor.ts';
import { type Include, onlyInclude } from '../query/include.ts';
import { type ListQuery, listQuery } from '../query/list-query.ts';
import { type Parameters, parametersOf } from '../query/parameters.ts';
import { acceptedType } from '../response/accept.ts';
import { oneText, pageIdentity, pageText } from '../response/encode.ts';
import { beyondVersions, checkMatch, contentTag, names, readingTag, rowTag } from '../response/etag.ts';
import { includedDataOfOne, includedDataOfPage } from '../response/included-data.ts';
import { type Answer, jsonType, type Streamed } from '../response/response.ts';
import { nextTurn } from '../response/turns.ts';
import { audited, seenBefore } from './audit-changes.ts';
import { readJson } from './body.ts';
import { creationBody, creationQuery } from './creation.ts';
import type { FileSeal } from './file-links.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { accessContextOf, checkOwner, idOf, type RequestContext, readOne } from './request-context.ts';
import type { WaitLimit } from './wait-limit.ts';

export interface ApiDependencies {
  readonly database: Database;
  /** The caller and the time limit of the request, for the database. */
  readonly deadline: RequestDeadline;
  readonly seal: CursorSeal;
  readonly fileSeal: FileSeal;
  readonly files: KeptFiles;
  /** The limit of the installation: no body may be larger, whatever its resource declares. */
  readonly bodyBytesMax: number;
  readonly outside: Outside;
  /** Builds the response to an error, for creations that store it. */
  readonly refusalOf: (problem: Problem, request: FastifyRequest, caller: Caller) => Answer;
  /** Called after a change: events may be waiting for publication. */
  readonly onChange: (accountId: string) => void;
  /** Wakes readers that wait for events. */
  readonly publications: Publications;
  readonly waitLimit: WaitLimit;
}

export type Operate = (dependencies: ApiDependencies, context: RequestContext) => Promise<Answer | Streamed>;

const bodyBytesMax = (dependencies: ApiDependencies, resource: Resource): number =>
  Math.min(resource.bodyBytesMax, dependencies.bodyBytesMax);

const patchTypes = ['application/json', 'application/merge-patch+json'];

/** Checks the query first, then `Accept`. */
export function decoded<T>({ request }: RequestContext, read: (parameters: Parameters, errors: FieldErrors) => T): T {
  const errors = noErrors();
  const result = read(parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  acceptedType(request.headers.accept, ['application/json']);
  return result;
}

async function list(dependencies: ApiDependencies, context: RequestContext): Promise<Answer> {
  const { resource, caller, request } = context;
  const errors = noErrors();
  const parameters = parametersOf(request.url, errors);
  const attributes = resource.isExtensible ? await attributesIn(dependencies, context, parameters) : undefined;
  const query = listQuery(resource, parameters, caller, dependencies.seal, errors, attributes);
  acceptedType(request.headers.accept, ['application/json']);
  return pageAnswer(dependencies, context, query, await readPage(dependencies, context, query.request));
}

/** Reads a page with the list function of its resource. */
export async function readPage(
  { database }: ApiDependencies,
  context: RequestContext,
  question: PageQuestion,
): Promise<Page> {
  const session = database.session(context.caller.accountId);
  const access = accessContextOf(context);
  if (context.resource.within) await checkOwner(session, context, access);
  return (
    context.behaviour.list?.(session, access, question) ?? standard.list(session, context.resource, access, question)
  );
}

/** Pages with more rows are built over several turns of the event loop. */
const largePage = 200;

/** Builds the response of a list. */
export async function pageAnswer(
  dependencies: ApiDependencies,
  context: RequestContext,
  query: ListQuery,
  found: Page,
): Promise<Answer> {
  const { resource, caller, request } = context;
  const session = dependencies.database.session(caller.accountId);
  const askedUrl = caller.baseUrl + request.url;
  const { page, included } = await includedDataOfPage(dependencies.fileSeal, session, context, found, query);
  const isLarge = page.ids.length > largePage;
  if (isLarge) await nextTurn();
  const tag = contentTag(pageIdentity(page, askedUrl) + beyondVersions(resource, page) + (included.embedded ?? ''));
  if (isHeld(request, tag)) return unchanged(tag);
  const body = await pageText(resource, page, query, caller, askedUrl, dependencies.seal, included);
  if (isLarge) await nextTurn();
  return whole(body, tag);
}

async function read(dependencies: ApiDependencies, context: RequestContext): Promise<Answer> {
  const include = decoded(context, onlyInclude);
  const session = dependencies.database.session(context.caller.accountId);
  const shown = await readOne(session, context.resource, accessContextOf(context), idOf(context));
  return oneAnswer(dependencies, session, context, shown, include);
}

/** Builds the response of a single resource. */
export async function oneAnswer(
  dependencies: ApiDependencies,
  session: Session,
  context: RequestContext,
  shown: StoredRow,
  include: Include,
): Promise<Answer> {
  const included = await includedDataOfOne(dependencies.fileSeal, session, context, shown, include);
  const tag = readingTag(context.resource, shown);
  if (isHeld(context.request, tag)) return unchanged(tag);
  return whole(oneText(context.resource, shown, include, context.caller, included), tag);
}

/** Whether the caller already has this version. */
function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && names(held, etag);
}

const unchanged = (etag: string): Answer => ({ status: 304, headers: { etag }, body: null });

const whole = (body: string, etag: string): Answer => ({
  status: 200,
  headers: { 'content-type': jsonType, etag },
  body,
});

async function create(dependencies: ApiDependencies, context: RequestContext): Promise<Answer> {
  const { resource, behaviour, caller, request } = context;
  const query = decoded(context, (parameters, errors) => creationQuery(resource, parameters, errors));
  behaviour.forbidCreation?.(caller);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined) checkKey(key);
  const access = accessContextOf(context);
  if (resource.within) await checkOwner(dependencies.database.session(caller.accountId), context, access);
  const { bytes, value } = await dependencies.deadline.excluding(
    creationBody(request, query, bodyBytesMax(dependencies, resource)),
  );
  if (query.isTrial) return tried(dependencies, context, access, value);
  const session = dependencies.database.session(caller.accountId);
  const externalError = await askingOthers(
    dependencies,
    behaviour.validateCreationExternally?.(dependencies.outside, session, access, value),
  );
  const make = async (session: Session | Tx): Promise<Answer> => {
    if (externalError) throw externalError;
    const replaced = behaviour.create;
    const shown = replaced
      ? await replaced(session as Tx, access, value)
      : await standard.create(session, resource, access, value);
    await audited(session, context, 'created', null, shown);
    const answer = written(dependencies, session, context, shown, query.include, 201);
    return 'attempt' in session ? answer : afterChange(answer);
  };
  const answer =
    key === undefined
      ? await run(dependencies.database, context, 'create', make)
      : await once(dependencies.database, caller, key, requestDigest(request.url, bytes), make, (problem) =>
          dependencies.refusalOf(problem, request, caller),
        );
  dependencies.onChange(context.caller.accountId);
  return answer;
}

const askingOthers = <T>({ deadline }: ApiDependencies, asking: Promise<T> | undefined): Promise<T> | undefined =>
  asking && deadline.excluding(asking);

/** A dry run of a creation. */
async function tried(
  { database }: ApiDependencies,
  { resource, behaviour, caller }: RequestContext,
  access: AccessContext,
  body: JsonObject,
): Promise<Answer> {
  const members = await database.transaction(caller.accountId, async (tx) => behaviour.dryRun?.(tx, access, body));
  const text = JSON.stringify({ type: resource.type, ...members });
  return { status: 200, headers: { 'content-type': jsonType }, body: text };
}

/**
 * A replaced verb runs in a transaction. A standard verb writes with a single statement and needs none, unless it has
 * lists of references, which no foreign key protects, or writes an audit entry.
 */
const needsTransaction = (
  { behaviour, resource, caller }: RequestContext,
  operation: 'create' | 'update' | 'remove',
): boolean =>
  behaviour[operation] !== undefined ||
  caller.person !== null ||
  Object.values(resource.fields).some(({ column }) => column === 'references');

function run<T>(
  database: Database,
  context: RequestContext,
  operation: 'create' | 'update' | 'remove',
  work: (session: Session | Tx) => Promise<T>,
): Promise<T> {
  const { accountId } = context.caller;
  return needsTransaction(context, operation)
    ? database.transaction(accountId, work)
    : work(database.session(accountId));
}

async function update(dependencies: ApiDependencies, context: RequestContext): Promise<Answer> {
  const { resource, behaviour, caller } = context;
  const include = decoded(context, onlyInclude);
  const write = writeOf(dependencies, context);
  if (needsTransaction(context, 'update')) await write.arrived();
  const session = dependencies.database.session(caller.accountId);
  await askingOthers(
    dependencies,
    behaviour.validateUpdateExternally?.(dependencies.outside, session, accessContextOf(context), idOf(context), write),
  );
  const shown = await run(dependencies.database, context, 'update', async (session) => {
    const before = await seenBefore(session, context);
    const after = behaviour.update
      ? await behaviour.update(session as Tx, accessContextOf(context), idOf(context), write)
      : await standard.update(session, resource, accessContextOf(context), idOf(context), write);
    await audited(session, context, 'updated', before, after);
    return after;
  });
  dependencies.onChange(context.caller.accountId);
  return afterChange(written(dependencies, session, context, shown, include, 200));
}

async function remove(dependencies: ApiDependencies, context: RequestContext): Promise<Answer> {
  const { resource, behaviour } = context;
  decoded(context, onlyInclude);
  const write = writeOf(dependencies, context);
  await run(dependencies.database, context, 'remove', async (session) => {
    const before = await seenBefore(session, context);
    if (behaviour.remove) await behaviour.remove(session as Tx, accessContextOf(context), idOf(context), write);
    else await standard.remove(session, resource, accessContextOf(context), idOf(context), write);
    await audited(session, context, 'deleted', before, null);
  });
  dependencies.onChange(context.caller.accountId);
  return { status: 204, headers: {}, body: null };
}

interface ArrivingWrite extends Write {
  /** Waits until the body has arrived, valid or not: a slow client must not hold a transaction and its locks open. */
  arrived(): Promise<void>;
}

function writeOf(dependencies: ApiDependencies, { request, resource }: RequestContext): ArrivingWrite {
  const ifMatch = request.headers['if-match'];
  let reading: Promise<{ value: Record<string, unknown> }> | undefined;
  const read = () => {
    reading ??= dependencies.deadline.excluding(
      readJson(request.raw, patchTypes, bodyBytesMax(dependencies, resource)),
    );
    return reading;
  };
  return {
    isConditional: ifMatch !== undefined && ifMatch.trim() !== '*',
    check: (current) => checkMatch(ifMatch, rowTag(current.revision)),
    body: async () => (await read()).value,
    // Errors of the body are reported later, when the operation reads it.
    arrived: () =>
      read().then(
        () => undefined,
        () => undefined,
      ),
  };
}

export async function written(
  dependencies: ApiDependencies,
  session: Session,
  context: RequestContext,
  shown: StoredRow,
  include: Include,
  status: 200 | 201,
): Promise<Answer> {
  const { resource, caller } = context;
  const included = await includedDataOfOne(dependencies.fileSeal, session, context, shown, include);
  const { ownerId } = accessContextOf(context);
  const location = { location: `${caller.baseUrl}${collectionPath(resource, ownerId)}/${shown.id}` };
  return {
    status,
    headers: { 'content-type': jsonType, etag: readingTag(resource, shown), ...(status === 201 && location) },
    body: oneText(resource, shown, include, caller, included),
  };
}

export const operations: Readonly<Record<Operation, Operate>> = { list, read, create, update, remove };
