/** The five operations over HTTP: decode, call the verb, encode. The checks stand in the order of the contract. */
import type { Operation } from '@muster/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/bearer.ts';
import type { Database, Session, Tx } from '../database/database.ts';
import { type FieldErrors, noErrors, type Problem, throwIfAny } from '../problem.ts';
import type { Shown } from '../store/read.ts';
import * as standard from '../verbs/standard.ts';
import { acceptedType } from './accept.ts';
import { type Answer, jsonType } from './answer.ts';
import { readJson } from './body.ts';
import type { CursorSeal } from './cursor.ts';
import { embeddedText } from './embedded.ts';
import { oneText, pageIdentity, pageText } from './encode.ts';
import { checkMatch, contentTag, names, rowTag } from './etag.ts';
import { checkKey, once, requestDigest } from './idempotency.ts';
import { type Include, onlyInclude } from './include.ts';
import { listQuery } from './list-query.ts';
import { type Parameters, parametersOf } from './parameters.ts';
import { idOf, sightOf, type Visit } from './visit.ts';

export interface Surroundings {
  readonly database: Database;
  readonly seal: CursorSeal;
  readonly bodyBytesMax: number;
  /** The answer that a refusal becomes, for creations that keep it. */
  readonly refusalOf: (problem: Problem, request: FastifyRequest, caller: Caller) => Answer;
  /** Says that events may be waiting for publication. */
  readonly onChange: (accountId: string) => void;
}

export type Operate = (around: Surroundings, visit: Visit) => Promise<Answer>;

const creationTypes = ['application/json'];
const patchTypes = ['application/json', 'application/merge-patch+json'];

/** Query first, then `Accept`. */
function decoded<T>({ request }: Visit, read: (parameters: Parameters, errors: FieldErrors) => T): T {
  const errors = noErrors();
  const result = read(parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  acceptedType(request.headers.accept, ['application/json']);
  return result;
}

async function list(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, caller, request } = visit;
  const query = decoded(visit, (parameters, errors) =>
    listQuery(resource, parameters, caller.accountId, around.seal, errors),
  );
  const session = around.database.session(caller.accountId);
  const page = await standard.list(session, resource, sightOf(visit), query.request);
  const askedUrl = caller.baseUrl + request.url;
  const embedded = query.include.embedded ? await embeddedText(session, visit, page.representations) : null;
  const tag = contentTag(pageIdentity(page, askedUrl) + (embedded ?? ''));
  return fresh(request, () => pageText(resource, page, query, caller, askedUrl, around.seal, embedded), tag);
}

async function read(around: Surroundings, visit: Visit): Promise<Answer> {
  const include = decoded(visit, onlyInclude);
  const session = around.database.session(visit.caller.accountId);
  const shown = await standard.read(session, visit.resource, sightOf(visit), idOf(visit));
  const embedded = include.embedded ? await embeddedText(session, visit, shown.representation) : null;
  return fresh(
    visit.request,
    () => oneText(visit.resource, shown, include, visit.caller, embedded),
    rowTag(shown.revision),
  );
}

/** 304 when the caller has this version already. */
function fresh(request: FastifyRequest, text: () => string, etag: string): Answer {
  const held = request.headers['if-none-match'];
  if (held !== undefined && names(held, etag)) return { status: 304, headers: { etag }, body: null };
  return { status: 200, headers: { 'content-type': jsonType, etag }, body: text() };
}

async function create(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, behaviour, caller, request } = visit;
  const include = decoded(visit, onlyInclude);
  behaviour.forbidCreation?.(caller);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined) checkKey(key);
  const { bytes, value } = await readJson(request.raw, creationTypes, around.bodyBytesMax);
  const sight = sightOf(visit);
  const make = async (session: Session | Tx): Promise<Answer> => {
    const replaced = behaviour.create;
    const shown = replaced
      ? await replaced(session as Tx, sight, value)
      : await standard.create(session, resource, sight, value);
    return written(session, visit, shown, include, 201);
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

/**
 * A replaced verb runs in a transaction; a standard one writes by a single statement and needs none, unless it names
 * others in a list, which no foreign key keeps.
 */
const needsTransaction = ({ behaviour, resource }: Visit, operation: 'create' | 'update' | 'remove'): boolean =>
  behaviour[operation] !== undefined || Object.values(resource.fields).some(({ column }) => column === 'references');

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
  const shown = await run(around.database, visit, 'update', (session) =>
    behaviour.update
      ? behaviour.update(session as Tx, sightOf(visit), idOf(visit), write)
      : standard.update(session, resource, sightOf(visit), idOf(visit), write),
  );
  around.onChange(visit.caller.accountId);
  return written(around.database.session(caller.accountId), visit, shown, include, 200);
}

async function remove(around: Surroundings, visit: Visit): Promise<Answer> {
  const { resource, behaviour } = visit;
  decoded(visit, onlyInclude);
  const write = writeOf(around, visit);
  await run(around.database, visit, 'remove', (session) =>
    behaviour.remove
      ? behaviour.remove(session as Tx, sightOf(visit), idOf(visit), write)
      : standard.remove(session, resource, sightOf(visit), idOf(visit), write),
  );
  around.onChange(visit.caller.accountId);
  return { status: 204, headers: {}, body: null };
}

interface ArrivingWrite extends standard.Write {
  /** Waits until the body is here, good or bad: a slow caller must not hold a transaction and its locks open. */
  arrived(): Promise<void>;
}

function writeOf(around: Surroundings, { request }: Visit): ArrivingWrite {
  const ifMatch = request.headers['if-match'];
  let reading: Promise<{ value: Record<string, unknown> }> | undefined;
  const read = () => {
    reading ??= readJson(request.raw, patchTypes, around.bodyBytesMax);
    return reading;
  };
  return {
    isConditional: ifMatch !== undefined && ifMatch.trim() !== '*',
    check: (current) => checkMatch(ifMatch, rowTag(current.revision)),
    body: async () => (await read()).value,
    // What is wrong with it is said when the operation asks for it, in its turn.
    arrived: () =>
      read().then(
        () => undefined,
        () => undefined,
      ),
  };
}

async function written(
  session: Session,
  visit: Visit,
  shown: Shown,
  include: Include,
  status: 200 | 201,
): Promise<Answer> {
  const { resource, caller } = visit;
  const embedded = include.embedded ? await embeddedText(session, visit, shown.representation) : null;
  const location = { location: `${caller.baseUrl}/svc-api/${resource.path}/${shown.id}` };
  return {
    status,
    headers: { 'content-type': jsonType, etag: rowTag(shown.revision), ...(status === 201 && location) },
    body: oneText(resource, shown, include, caller, embedded),
  };
}

export const operations: Readonly<Record<Operation, Operate>> = { list, read, create, update, remove };
