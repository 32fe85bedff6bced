/** The steps that read: the query, the rows, and the answer that shows them. */
import { hasSnapshots } from '@muster/contract/kit/belonging.ts';
import { momentsOf } from '@muster/contract/moments.ts';
import { readOne } from '../../access-context.ts';
import { verbsOf } from '../../behaviours.ts';
import { forgetText } from '../../platform/store/forget-text.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../../problem.ts';
import { nextTurn } from '../../turns.ts';
import { attributesIn, type NamedAttributes } from '../query/attribute-query.ts';
import { type Include, onlyInclude } from '../query/include.ts';
import { type ListQuery, listQuery as listQueryOf } from '../query/list-query.ts';
import { momentsIn } from '../query/moments.ts';
import { type Parameters, parametersOf } from '../query/parameters.ts';
import { acceptedType, admittedType, notAcceptable } from '../response/accept.ts';
import { oneText, pageIdentity, pageParts } from '../response/encode.ts';
import { encodedText } from '../response/encoded-text.ts';
import { beyondVersions, contentTag, names, readingTag } from '../response/etag.ts';
import { includedDataOfOne, includedDataOfPage } from '../response/included-data.ts';
import { linkHeader, neighboursOf } from '../response/neighbours.ts';
import { type Answer, jsonType } from '../response/response.ts';
import { type Format, formatOf, listTypes } from '../snapshot/formats.ts';
import { notePage, noteQuery, noteRow } from './reads.ts';
import { RequestContext } from './request-context.ts';
import { answerSnapshot } from './snapshot.ts';

export class ListContext extends RequestContext {
  query!: ListQuery;
  found!: Page;
  /** Set by `listQuery` if the whole collection is wanted. */
  format: Format | null = null;
}

export class RowContext extends RequestContext {
  include!: Include;
  row!: StoredRow;
}

/** Reads the query, and refuses with everything that is wrong with it. */
export function queryOf<T>({ request }: RequestContext, read: (parameters: Parameters, errors: FieldErrors) => T): T {
  const errors = noErrors();
  const result = read(parametersOf(request.url, errors), errors);
  throwIfAny(errors);
  return result;
}

export function acceptJson({ request }: RequestContext): void {
  acceptedType(request.headers.accept, ['application/json']);
}

/** Most lists name no attribute, and wait for no look-up. */
export function listQuery(context: ListContext): Promise<void> | undefined {
  const errors = noErrors();
  const parameters = parametersOf(context.request.url, errors);
  const { resource, caller, dependencies } = context;
  context.format = wantedFormat(context);
  if (context.format) checkSnapshot(context.format, parameters, errors);
  const set = (attributes: NamedAttributes | undefined) => {
    context.query = listQueryOf(resource, parameters, caller, dependencies.cursorSigner, errors, attributes);
  };
  const lookingUp = resource.attributeKeysIn ? attributesIn(context, parameters) : undefined;
  if (lookingUp) return lookingUp.then(set);
  set(undefined);
  return undefined;
}

/** Null for a list that has pages only. */
export const wantedFormat = ({ resource, request }: RequestContext): Format | null =>
  hasSnapshots(resource) ? formatOf(request.headers.accept) : null;

/** A whole collection has no pages, and a table no place for what `include` adds to a row. */
export function checkSnapshot({ type, extension }: Format, parameters: Parameters, errors: FieldErrors): void {
  for (const name of ['limit', 'page', 'wait']) {
    if (parameters.has(name)) addError(errors, name, `Must be left out: ${type} answers the whole collection.`);
  }
  const include = parameters.get('include') ?? [];
  if (extension !== null && include.some((word) => word === 'links' || word === 'embedded')) {
    addError(errors, 'include', `Must be totalCount or left out: a table (${type}) has no column for anything else.`);
  }
}

/** JSON, or the whole collection in one of its formats. */
export function acceptList({ request, resource, format }: ListContext): void {
  if (format) return;
  if (!hasSnapshots(resource)) acceptedType(request.headers.accept, ['application/json']);
  else if (admittedType(request.headers.accept, ['application/json']) === undefined) throw notAcceptable(listTypes);
}

export async function snapshot(context: ListContext): Promise<void> {
  if (context.format) context.answer = await answerSnapshot(context, context.query, context.format);
}

export async function page(context: ListContext): Promise<void> {
  context.found = await readPage(context, context.query.page);
}

/** Reads a page with the list function of its resource. */
export function readPage(context: RequestContext, query: PageQuery): Promise<Page> {
  return verbsOf(context.resource).list(context.session(), context.access(), query);
}

export async function answerPage(context: ListContext): Promise<void> {
  context.answer = await pageAnswer(context, context.query, context.found);
  forgetText(context.found);
}

/** Pages with more rows are built over several turns of the event loop. */
const largePage = 200;

/** Builds the response of a list. */
export async function pageAnswer(context: RequestContext, query: ListQuery, found: Page): Promise<Answer> {
  const { resource, caller, request, dependencies } = context;
  const askedUrl = caller.baseUrl + request.url;
  const { page, included } = await includedDataOfPage(context, found, query);
  const isLarge = page.ids.length > largePage;
  if (isLarge) await nextTurn();
  const tag = contentTag(
    pageIdentity(page, askedUrl) + beyondVersions(resource, page) + (included.embedded?.identity ?? ''),
  );
  if (isHeld(context, tag)) return unchanged(tag);
  notePage(context, resource, page);
  noteQuery(context, query.page, page);
  const neighbours = neighboursOf(resource, page, query, caller, askedUrl, dependencies.cursorSigner);
  const parts = await pageParts(resource, page, query.include, caller, askedUrl, neighbours, included);
  const link = linkHeader(neighbours);
  return whole(await encodedText(parts), tag, link === null ? {} : { link });
}

export function includeQuery(context: RequestContext & { include: Include }): void {
  context.include = queryOf(context, (parameters, errors) => onlyInclude(parameters, errors));
}

/** Of a read, which may also ask about another time. */
export function rowQuery(context: RowContext): void {
  const { resource } = context;
  context.include = queryOf(context, (parameters, errors) => {
    if (parameters.size > 0) context.moments = momentsIn(resource, parameters, errors);
    return onlyInclude(parameters, errors, momentsOf(resource));
  });
}

export async function row(context: RowContext): Promise<void> {
  context.row = await readOne(context.session(), context.resource, context.access(), context.id);
}

export async function answerRow(context: RowContext): Promise<void> {
  context.answer = await rowAnswer(context, context.row, context.include);
}

/** Builds the response of a single resource. */
export async function rowAnswer(context: RequestContext, found: StoredRow, include: Include): Promise<Answer> {
  const { resource, caller } = context;
  const included = await includedDataOfOne(context, context.session(), found, include);
  const tag = readingTag(resource, found);
  if (isHeld(context, tag)) return unchanged(tag);
  noteRow(context, resource, found);
  return whole(oneText(resource, found, include, caller, included), tag);
}

/** Whether the caller already has this version. */
function isHeld({ request: { headers } }: RequestContext, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && names(held, etag);
}

const unchanged = (etag: string): Answer => ({ status: 304, headers: { etag }, body: null });

const whole = (body: string | Buffer, etag: string, headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers: { 'content-type': jsonType, etag, ...headers },
  body,
});
