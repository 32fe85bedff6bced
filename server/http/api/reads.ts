/** The log of reads: what a response shows of confidential data is added on the way, and recorded when it is answered. */
import { purposeCharactersMax } from '@muster/contract/administration/read-entries.ts';
import { contentMember, holdsOthers } from '@muster/contract/kit/confidential.ts';
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { isOwner, resourceOf } from '@muster/contract/resources.ts';
import type { FastifyRequest } from 'fastify';
import { separated } from '../../platform/store/address.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { isObject, type JsonObject } from '../../platform/verbs/body.ts';
import { invalid } from '../../problem.ts';
import { addMembers, addRows, addValueOf, type ShownHolder } from '../../reads/shown.ts';
import type { RequestContext } from './request-context.ts';

/** A header is read byte by byte; most clients send UTF-8. */
export function purposeIn({ headers }: FastifyRequest): string | null {
  const sent = headers['muster-purpose'];
  if (sent === undefined) return null;
  const bytes = Buffer.from(String(sent), 'latin1');
  const text = bytes.toString('utf8');
  const purpose = (text.includes('\uFFFD') ? String(sent) : text).trim();
  return purpose === '' ? null : purpose;
}

export const purposeError = `Must have at most ${purposeCharactersMax} characters.`;

export const isTooLong = (purpose: string | null): boolean =>
  purpose !== null && [...purpose].length > purposeCharactersMax;

/** Checked for every operation, so that a client learns of a mistake before it matters. */
export function purpose({ request }: RequestContext): void {
  if (request.headers['muster-purpose'] === undefined) return;
  if (isTooLong(purposeIn(request))) throw invalid({ 'Muster-Purpose': [purposeError] });
}

export function noteRow({ reading }: RequestContext, resource: Resource, { id, representation }: StoredRow): void {
  addRows(reading, resource, [representation], [id]);
}

export function notePage({ reading }: RequestContext, resource: Resource, { representations, ids }: Page): void {
  // Only rows that show other resources differ from row to row.
  if (representations)
    addRows(reading, resource, holdsOthers(resource) ? separated(representations) : [representations], ids);
}

/** A filter by an encrypted member, or a filter or an order by a value, shows something even if it finds nothing. */
export function noteQuery({ reading, resource }: RequestContext, query: PageQuery, { ids }: Page): void {
  const known = filtersOf(resource);
  for (const term of query.filters) {
    if (term.how === 'search') continue;
    if (term.part) addValueOf(reading, term.part.definitionId, ids);
    else if (known[term.name]?.isDigested) addMembers(reading, resource.path, [term.name], []);
  }
  for (const { part } of query.sort) if (part) addValueOf(reading, part.definitionId, ids);
}

/** A stored response to a creation that is sent again. */
export function noteStoredBody({ reading, resource }: RequestContext, body: string | Buffer | null): void {
  if (body === null) return;
  const row = JSON.parse(body.toString());
  addRows(reading, resource, [JSON.stringify(row)], [String(row.id)]);
  for (const [type, rows] of Object.entries(isObject(row.embedded) ? row.embedded : {})) {
    const target = resourceOf(type);
    if (!target || !isObject(rows)) continue;
    for (const [id, one] of Object.entries(rows)) addRows(reading, target, [JSON.stringify(one)], [id]);
  }
}

/** Bytes in their original size, and who the resource that refers to them is about. */
export function noteContent({ reading, resource }: RequestContext, namedBy: JsonObject): void {
  const { type, id, employee } = namedBy;
  const isPerson = typeof type === 'string' && isOwnerType(type);
  const person = isPerson ? id : isObject(employee) ? employee.id : undefined;
  addMembers(reading, resource.path, [contentMember], person === undefined ? [] : [String(person)]);
}

const isOwnerType = (type: string): boolean => {
  const named = resourceOf(type);
  return named !== undefined && isOwner(named);
};

/** A response without a body shows nothing: to HEAD, or if the caller has this version. */
export function recordAnswered(context: RequestContext, status: number): void {
  if (status === 200 || status === 201) recordShown(context, context.reading);
}

/** For a part of a stream. */
export function recordShown({ request, caller, dependencies }: RequestContext, { shown }: ShownHolder): void {
  if (shown === null || request.method === 'HEAD') return;
  dependencies.reads.record({
    accountId: caller.accountId,
    reader: caller.author,
    operation: `${request.method} ${request.routeOptions.url?.replace(/:(\w+)/g, '{$1}')}`,
    purpose: purposeIn(request),
    traceId: request.id,
    shown,
  });
}
