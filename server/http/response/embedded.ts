/** `include=embedded`: the resources that a response refers to, if the caller may read them. */
import { isConfidential } from '@muster/contract/kit/confidential.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { hasLargeRows } from '@muster/contract/row-size.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Session } from '../../platform/database/database.ts';
import type { OpenText } from '../../platform/database/texts.ts';
import { addressed, addressedJson, addressToken, withTail } from '../../platform/store/address.ts';
import { findFittingInTime, findSomeInTime } from '../../platform/store/page-in-time.ts';
import type { CallerPointInTime } from '../../platform/store/point-in-time.ts';
import { findFitting, findSome, type StoredRow, type Unread } from '../../platform/store/read.ts';
import { isObject, type JsonObject } from '../../platform/verbs/body.ts';
import { addRows } from '../../reads/shown.ts';
import type { RequestContext } from '../api/request-context.ts';
import { addressedFor, bareTail, type EmbeddedText } from './encode.ts';
import { readingTag } from './etag.ts';
import { inPieces } from './in-pieces.ts';
import type { ParsedRows } from './parsed-rows.ts';

/** A type without visible resources has an empty object. */
export interface Embedded extends EmbeddedText {
  /** Whether only some of the rows fit, because their embedded resources would be too large. */
  readonly isCut: boolean;
  /** How many rows fit, if it is cut. */
  readonly rows: number;
}

/** Of a resource that embeds nothing. */
export const nothingEmbedded: Embedded = { parts: ['{}'], identity: '', rows: 0, isCut: false };

/** For one representation, or for a page of them, which may be in reverse order. */
export async function embeddedResourcesOf(
  session: Session,
  context: RequestContext,
  rows: ParsedRows,
  isBackward: boolean,
): Promise<Embedded> {
  const { resource, caller } = context;
  if (Object.keys(resource.embedded).length === 0) return nothingEmbedded;
  const parsed = await rows();
  const shown = isBackward ? parsed.toReversed() : parsed;
  const found = await foundFor(session, context, shown, rowsNamed);
  const count = Math.min(...found.map(fittingCount));
  const types = await Promise.all(
    found.map(async ({ type, target, showing, named, rows }) => {
      const kept = new Set(named.slice(0, count).flat());
      const read = rows.filter((row): row is StoredRow => row.representation !== null && kept.has(row.id));
      noteEmbedded(context, target, read, showing);
      const members = await inPieces(
        read,
        ({ id, representation }, index) =>
          `${index === 0 ? '' : ','}"${id}":${addressedFor({ isFeed: target?.isFeed ?? false }, embeddedOne(representation, showing), caller)}`,
      );
      // A change of a member that is not shown changes nothing here.
      const versions = showing ? members : read.map((row) => `${row.id} ${target ? readingTag(target, row) : ''}`);
      return { parts: [`"${type}":{`, ...members, '}'], identity: `${type} ${versions.join()}` };
    }),
  );
  return {
    parts: ['{', ...types.flatMap(({ parts }, index) => (index === 0 ? parts : [',', ...parts])), '}'],
    identity: types.map(({ identity }) => identity).join('\n'),
    rows: count,
    isCut: count < shown.length,
  };
}

function noteEmbedded(
  { reading }: RequestContext,
  target: Resource | undefined,
  rows: readonly (StoredRow | Unread)[],
  showing: readonly string[] | null,
): void {
  if (!target || !isConfidential(target)) return;
  const texts = rows.flatMap(({ representation }) => (representation === null ? [] : [representation]));
  const ids = rows.map(({ id }) => id);
  addRows(reading, target, texts, ids, showing);
}

/**
 * What a row refers to on a day may have been recorded after that day, as the department of a position that was entered
 * later. It is shown as it is known without the day.
 */
async function inTime<Row extends { readonly id: string }>(
  pointInTime: CallerPointInTime,
  target: Resource,
  ids: readonly string[],
  find: (pointInTime: CallerPointInTime, ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found = await find(pointInTime, ids);
  if (target.asOf !== 'records' || pointInTime.recordedUntil === pointInTime.moment) return found;
  const known = new Set(found.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  return others.length === 0
    ? found
    : [...found, ...(await find({ ...pointInTime, recordedUntil: pointInTime.moment }, others))];
}

type Named = readonly (readonly string[])[];

/** The resources of one type that some rows refer to. */
interface Found {
  readonly type: string;
  readonly target: Resource | undefined;
  /** The members that are shown; null for all. */
  readonly showing: readonly string[] | null;
  readonly named: Named;
  readonly rows: (StoredRow | Unread)[];
}

const foundFor = (
  session: Session,
  context: RequestContext,
  shown: readonly JsonObject[],
  read: typeof rowsNamed,
): Promise<Found[]> =>
  Promise.all(
    Object.entries(context.resource.embedded).map(async ([type, embedding]) => {
      const { from, showing } = typeof embedding === 'string' ? { from: [embedding], showing: null } : embedding;
      const named = await inPieces(shown, (one) => from.flatMap((member) => idsOf(one[member], type)));
      const target = resourceOf(type);
      return { type, target, showing, named, rows: await read(session, context, target, named) };
    }),
  );

/** The text of `embedded` of each row alone, as in the response to a read of it. For streams, which have no envelope. */
export async function embeddedOfEach(session: Session, context: RequestContext, rows: ParsedRows): Promise<string[]> {
  const shown = await rows();
  const found = await foundFor(session, context, shown, allNamed);
  const types = found.map(({ type, target, named, showing, rows: read }) => {
    noteEmbedded(context, target, read, showing);
    const texts = new Map(
      read.flatMap((row) =>
        row.representation === null
          ? []
          : [
              [
                row.id,
                addressedFor(
                  { isFeed: target?.isFeed ?? false },
                  embeddedOne(row.representation, showing),
                  context.caller,
                ),
              ],
            ],
      ),
    );
    return { type, named, texts };
  });
  return inPieces([...shown.keys()], (index) => {
    const members = types.map(({ type, named, texts }) => {
      const ids = [...new Set(named[index])].filter((id) => texts.has(id));
      return `"${type}":{${ids.map((id) => `"${id}":${texts.get(id)}`).join(',')}}`;
    });
    return `{${members.join(',')}}`;
  });
}

/** All of them, however long: a stream has few rows at a time. */
async function allNamed(
  session: Session,
  context: RequestContext,
  target: Resource | undefined,
  named: Named,
): Promise<(StoredRow | Unread)[]> {
  if (!target || !isOpenTo(scopesFor(target, 'read'), context.caller.scopes)) return [];
  const ids = [...new Set(named.flat())];
  const { pointInTime, conditionsOn } = context.access();
  if (!pointInTime) return findSome(session, target, ids, conditionsOn(target));
  return inTime(pointInTime, target, ids, (at, some) => findSomeInTime(session, target, at, some));
}

/** The references of the rows of a page that the caller may read and that fit into one response. */
async function rowsNamed(
  session: Session,
  context: RequestContext,
  target: Resource | undefined,
  named: Named,
): Promise<(StoredRow | Unread)[]> {
  if (!target || !isOpenTo(scopesFor(target, 'read'), context.caller.scopes)) return [];
  const ids = [...new Set(named.flat())];
  const access = context.access();
  const conditions = access.conditionsOn(target);
  const shownAs = access.shownOn?.(target) ?? null;
  // The references of the first row are always included: a page holds at least one row.
  const fitting = { always: new Set(named[0]).size, bytesMax: limits.pageBytesMax };
  const { pointInTime } = access;
  if (pointInTime) {
    return inTime<StoredRow | Unread>(pointInTime, target, ids, (at, some) =>
      hasLargeRows(target)
        ? findFittingInTime(session, target, at, some, fitting)
        : findSomeInTime(session, target, at, some),
    );
  }
  if (!hasLargeRows(target)) return findSome(session, target, ids, conditions, shownAs);
  return findFitting(session, target, ids, conditions, { ...fitting, shownAs });
}

/** The number of rows before the first one with a reference that was not read. */
function fittingCount({
  named,
  rows,
}: {
  readonly named: Named;
  readonly rows: readonly (StoredRow | Unread)[];
}): number {
  const unread = new Set(rows.filter(({ representation }) => representation === null).map(({ id }) => id));
  const count = unread.size === 0 ? -1 : named.findIndex((ids) => ids.some((id) => unread.has(id)));
  return count < 0 ? named.length : count;
}

/** The whole representation, or only some of its members. */
function embeddedOne(representation: OpenText, showing: readonly string[] | null): OpenText {
  if (!showing) return withTail(representation, bareTail);
  const kept = new Set(['id', 'type', 'url', ...showing]);
  const members = Object.entries(JSON.parse(addressed(withTail(representation, '}'), addressToken)) as JsonObject);
  return addressedJson(Object.fromEntries(members.filter(([name]) => kept.has(name))));
}

/** The ids of this type that a member refers to, directly or one level below. */
function idsOf(member: unknown, type: string): string[] {
  if (!isObject(member)) return [];
  const ids = isReferenceTo(member, type) ? [member.id] : [];
  for (const one of Object.values(member)) if (isReferenceTo(one, type)) ids.push(one.id);
  return ids;
}

const isReferenceTo = (value: unknown, type: string): value is { readonly id: string } =>
  isObject(value) && value.type === type && typeof value.id === 'string';
