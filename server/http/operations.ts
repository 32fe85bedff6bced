/** The five operations over HTTP: decode, call the verb, encode. The order of the checks is part of the API. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Database, Session, Tx } from '../database/database.ts';
import { afterChange } from '../database/errors.ts';
import type { RequestContext } from '../database/request-context.ts';
import type { Publications } from '../events/feed.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { type FieldErrors, noErrors, type Problem, throwIfAny } from '../problem.ts';
import type { Page, PageQuestion } from '../store/list-page.ts';
import type { Shown } from '../store/read.ts';
import type { Sight, Write } from '../verbs/access.ts';
import type { JsonObject } from '../verbs/body.ts';
import * as standard from '../verbs/standard.ts';
import type { Outside } from '../webhooks/outside.ts';
import { acceptedType } from './accept.ts';
import { type Answer, jsonType, type Streamed } from './answer.ts';
import { attributesIn } from './attribute-query.ts';
import { audited, seenBefore } from './audited.ts';
import { besideOne, besidePage } from './beside.ts';
import { readJson } from './body.ts';
import { creationBody, creationQuery } from './creation.ts';
import type { CursorSeal } from './cursor.ts';
import { oneText, pageIdentity, pageText } from './encode.ts';
import { beyondVersions, checkMatch, contentTag, names, readingTag, rowTag } from './etag.ts';
import type { FileSeal } from './file-links.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { type Include, onlyInclude } from './include.ts';
import { type ListQuery, listQuery } from './list-query.ts';
import { type Parameters, parametersOf } from './parameters.ts';
import type { Seats } from './seats.ts';
import { checkOwner, idOf, readOne, sightOf, type Visit } from './visit.ts';

export interface Surroundings {
  readonly database: Database;
  /** The caller and the time limit of the request, for the database. */
  readonly context: RequestContext;
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
  readonly seats: Seats;
}

export type Operate = (around: Surroundings, visit: Visit) => Promise<Answer | Streamed>;

const bodyBytesMax = (around: Surroundings, resource: Resource): number =>
  Math.min(resource.bodyBytesMax, around.bodyBytesMax);

const patchTypes = ['application/json', 'application/merge-patch+json'];

/** Checks the query first, then `Accept`. */
export function decoded<T>({ request }: Visit, read: (parameters: Parameters, errors: FieldErrors) => T): T {
  const errors = noErrors();
  const result = read(parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  acceptedType(request.headers.accept, ['application/json']);
  return result;
}

async function list(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, caller, request } = visit;
  const errors = noErrors();
  const parameters = parametersOf(request.url, errors);
  const attributes = resource.isExtensible ? await attributesIn(around, visit, parameters) : undefined;
  const query = listQuery(resource, parameters, caller, around.seal, errors, attributes);
  acceptedType(request.headers.accept, ['application/json']);
  return pageAnswer(around, visit, query, await readPage(around, visit, query.request));
}

/** Reads a page with the list function of its resource. */
export async function readPage({ database }: Surroundings, visit: Visit, question: PageQuestion): Promise<Page> {
  const session = database.session(visit.caller.accountId);
  const sight = sightOf(visit);
  if (visit.resource.within) await checkOwner(session, visit, sight);
  return visit.behaviour.list?.(session, sight, question) ?? standard.list(session, visit.resource, sight, question);
}

/** Builds the response of a list. */
export async function pageAnswer(around: Surroundings, visit: Visit, query: ListQuery, found: Page): Promise<Answer> {
  const { resource, caller, request } = visit;
  const session = around.database.session(caller.accountId);
  const askedUrl = caller.baseUrl + request.url;
  const { page, beside } = await besidePage(around.fileSeal, session, visit, found, query);
  const tag = contentTag(pageIdentity(page, askedUrl) + beyondVersions(resource, page) + (beside.embedded ?? ''));
  return fresh(request, () => pageText(resource, page, query, caller, askedUrl, around.seal, beside), tag);
}

async function read(around: Surroundings, visit: Visit): Promise<Answer> {
  const include = decoded(visit, onlyInclude);
  const session = around.database.session(visit.caller.accountId);
  const shown = await readOne(session, visit.resource, sightOf(visit), idOf(visit));
  return oneAnswer(around, session, visit, shown, include);
}

/** Builds the response of a single resource. */
export async function oneAnswer(
  around: Surroundings,
  session: Session,
  visit: Visit,
  shown: Shown,
  include: Include,
): Promise<Answer> {
  const beside = await besideOne(around.fileSeal, session, visit, shown, include);
  return fresh(
    visit.request,
    () => oneText(visit.resource, shown, include, visit.caller, beside),
    readingTag(visit.resource, shown),
  );
}

/** 304 if the caller already has this version. */
function fresh(request: FastifyRequest, text: () => string, etag: string): Answer {
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, etag)) return { status: 304, headers: { etag }, body: null };
  return { status: 200, headers: { 'content-type': jsonType, etag }, body: text() };
}

async function create(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, behaviour, caller, request } = visit;
  const query = decoded(visit, (parameters, errors) => creationQuery(resource, parameters, errors));
  behaviour.forbidCreation?.(caller);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined) checkKey(key);
  const sight = sightOf(visit);
  if (resource.within) await checkOwner(around.database.session(caller.accountId), visit, sight);
  const { bytes, value } = await around.context.excluding(creationBody(request, query, bodyBytesMax(around, resource)));
  if (query.isTrial) return tried(around, visit, sight, value);
  const session = around.database.session(caller.accountId);
  const foreseen = await askingOthers(around, behaviour.foreseeCreation?.(around.outside, session, sight, value));
  const make = async (session: Session | Tx): Promise<Answer> => {
    if (foreseen) throw foreseen;
    const replaced = behaviour.create;
    const shown = replaced
      ? await replaced(session as Tx, sight, value)
      : await standard.create(session, resource, sight, value);
    await audited(session, visit, 'created', null, shown);
    const answer = written(around, session, visit, shown, query.include, 201);
    return 'attempt' in session ? answer : afterChange(answer);
  };
  const answer =
    key === undefined
      ? await run(around.database, visit, 'create', make)
      : await once(around.database, caller, key, requestDigest(request.url, bytes), make, (problem) =>
          around.refusalOf(problem, request, caller),
        );
  around.onChange(visit.caller.accountId);
  return answer;
}

const askingOthers = <T>({ context }: Surroundings, asking: Promise<T> | undefined): Promise<T> | undefined =>
  asking && context.excluding(asking);

/** A dry run of a creation. */
async function tried(
  { database }: Surroundings,
  { resource, behaviour, caller }: Visit,
  sight: Sight,
  body: JsonObject,
): Promise<Answer> {
  const members = await database.transaction(caller.accountId, async (tx) => behaviour.attempt?.(tx, sight, body));
  const text = JSON.stringify({ type: resource.type, ...members });
  return { status: 200, headers: { 'content-type': jsonType }, body: text };
}

/**
 * A replaced verb runs in a transaction. A standard verb writes with a single statement and needs none, unless it has
 * lists of references, which no foreign key protects, or writes an audit entry.
 */
const needsTransaction = ({ behaviour, resource, caller }: Visit, operation: 'create' | 'update' | 'remove'): boolean =>
  behaviour[operation] !== undefined ||
  caller.person !== null ||
  Object.values(resource.fields).some(({ column }) => column === 'references');

function run<T>(
  database: Database,
  visit: Visit,
  operation: 'create' | 'update' | 'remove',
  work: (session: Session | Tx) => Promise<T>,
): Promise<T> {
  const { accountId } = visit.caller;
  return needsTransaction(visit, operation) ? database.transaction(accountId, work) : work(database.session(accountId));
}

async function update(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, behaviour, caller } = visit;
  const include = decoded(visit, onlyInclude);
  const write = writeOf(around, visit);
  if (needsTransaction(visit, 'update')) await write.arrived();
  const session = around.database.session(caller.accountId);
  await askingOthers(around, behaviour.foreseeUpdate?.(around.outside, session, sightOf(visit), idOf(visit), write));
  const shown = await run(around.database, visit, 'update', async (session) => {
    const before = await seenBefore(session, visit);
    const after = behaviour.update
      ? await behaviour.update(session as Tx, sightOf(visit), idOf(visit), write)
      : await standard.update(session, resource, sightOf(visit), idOf(visit), write);
    await audited(session, visit, 'updated', before, after);
    return after;
  });
  around.onChange(visit.caller.accountId);
  return afterChange(written(around, session, visit, shown, include, 200));
}

async function remove(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, behaviour } = visit;
  decoded(visit, onlyInclude);
  const write = writeOf(around, visit);
  await run(around.database, visit, 'remove', async (session) => {
    const before = await seenBefore(session, visit);
    if (behaviour.remove) await behaviour.remove(session as Tx, sightOf(visit), idOf(visit), write);
    else await standard.remove(session, resource, sightOf(visit), idOf(visit), write);
    await audited(session, visit, 'deleted', before, null);
  });
  around.onChange(visit.caller.accountId);
  return { status: 204, headers: {}, body: null };
}

interface ArrivingWrite extends Write {
  /** Waits until the body has arrived, valid or not: a slow client must not hold a transaction and its locks open. */
  arrived(): Promise<void>;
}

function writeOf(around: Surroundings, { request, resource }: Visit): ArrivingWrite {
  const ifMatch = request.headers['if-match'];
  let reading: Promise<{ value: Record<string, unknown> }> | undefined;
  const read = () => {
    reading ??= around.context.excluding(readJson(request.raw, patchTypes, bodyBytesMax(around, resource)));
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
  around: Surroundings,
  session: Session,
  visit: Visit,
  shown: Shown,
  include: Include,
  status: 200 | 201,
): Promise<Answer> {
  const { resource, caller } = visit;
  const beside = await besideOne(around.fileSeal, session, visit, shown, include);
  const { ownerId } = sightOf(visit);
  const location = { location: `${caller.baseUrl}${collectionPath(resource, ownerId)}/${shown.id}` };
  return {
    status,
    headers: { 'content-type': jsonType, etag: readingTag(resource, shown), ...(status === 201 && location) },
    body: oneText(resource, shown, include, caller, beside),
  };
}

export const operations: Readonly<Record<Operation, Operate>> = { list, read, create, update, remove };
