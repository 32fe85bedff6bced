/**
 * The query of a reader that follows events: the query of the list, `wait`, a stream instead of a page, and
 * `Last-Event-ID`, which names the last known item by its cursor or id.
 */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { isNumericId } from '../../platform/store/columns.ts';
import type { Position } from '../../platform/store/list-page.ts';
import { addError, type FieldErrors, invalid, noErrors, Problem, throwIfAny } from '../../problem.ts';
import type { RequestContext } from '../api/request-context.ts';
import { admittedType, notAcceptable } from '../response/accept.ts';
import { listTypes } from '../snapshot/formats.ts';
import type { CursorSigner } from './cursor.ts';
import { type ListQuery, listQuery } from './list-query.ts';
import { type Parameters, parametersOf } from './parameters.ts';

export interface FeedQuery extends ListQuery {
  /** 0: an empty response is sent at once. */
  readonly waitSeconds: number;
  readonly isStream: boolean;
  /** Sorted by `id`: no item ever appears before one that was read. */
  readonly isInOrder: boolean;
}

const json = 'application/json';
export const streamType = 'text/event-stream';

export function feedQuery({ resource, caller, request }: RequestContext, signer: CursorSigner): FeedQuery {
  const errors = noErrors();
  const parameters = parametersOf(request.url, errors);
  const isStream = asksForStream(request.headers.accept);
  const waitSeconds = waitOf(parameters, errors);
  const isFollowing = isStream || waitSeconds > 0;
  const lastEventId = isFollowing ? (request.headers['last-event-id'] as string | undefined) : undefined;
  const asked = (known: Parameters) => listQuery(resource, known, caller, signer, errors);
  const query = lastEventId ? knownFrom(lastEventId, parameters, asked) : asked(parameters);
  const isInOrder = query.page.sort[0]?.path === 'id' && query.page.sort[0].isDescending === false;
  if (!isInOrder && (isStream || lastEventId))
    addError(errors, 'sort', 'Must be id: events are followed in its order.');
  if (isStream) checkStream(resource, query, errors);
  throwIfAny(errors);
  if (!isStream && admittedType(request.headers.accept, [json]) === undefined) {
    throw notAcceptable([...listTypes, streamType]);
  }
  return { ...query, waitSeconds: isStream ? 0 : waitSeconds, isStream, isInOrder };
}

/** Only by its full name: a range such as `text/*` means a finite text. */
const asksForStream = (header: string | undefined): boolean =>
  admittedType(header, [json]) === undefined &&
  (header ?? '').split(',').some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === streamType);

function waitOf(parameters: Parameters, errors: FieldErrors): number {
  const [text, ...more] = parameters.get('wait') ?? [];
  if (text === undefined) return 0;
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (more.length === 0 && seconds >= 1 && seconds <= limits.waitSecondsMax) return seconds;
  addError(errors, 'wait', `Must be a number of seconds from 1 to ${limits.waitSecondsMax}.`);
  return 0;
}

/**
 * A browser sends the header when it reconnects to an address that may contain a position: the header is newer. Errors
 * are reported under the name of the header.
 */
function knownFrom(lastEventId: string, parameters: Parameters, asked: (known: Parameters) => ListQuery): ListQuery {
  if (isNumericId(lastEventId)) {
    const query = asked(new Map([...parameters].filter(([name]) => name !== 'page')));
    return { ...query, page: { ...query.page, start: { isBackward: false, values: [lastEventId] } } };
  }
  if (!lastEventId.startsWith('!')) throw notAnId();
  try {
    return asked(new Map([...parameters, ['page', [lastEventId]]]));
  } catch (error) {
    throw error instanceof Problem && error.errors?.page ? notAnId() : error;
  }
}

const notAnId = () =>
  invalid({ 'Last-Event-ID': ['Must be the id of an event, or a cursor of this list with the same filters.'] });

/** Computed conditions may change during a stream. A stream also has no pages to count or to go back to. */
function checkStream(resource: Resource, { page, include, filters }: ListQuery, errors: FieldErrors): void {
  for (const [name] of filters) {
    if (!filtersOf(resource)[name.replace(/^-/, '')]?.isWorkedOut) continue;
    addError(errors, name, 'Goes on changing after the publication, so a stream cannot be narrowed by it.');
  }
  if (include.totalCount) addError(errors, 'include', 'A stream has no totalCount.');
  if (typeof page.start === 'number' || page.start.isBackward) {
    addError(errors, 'page', 'Must be a cursor that leads on: a stream is not read by number, nor backwards.');
  }
}

/** The id of the last known item, if the reader has one. */
export function knownId({ isInOrder, page: { start } }: FeedQuery): bigint | null {
  if (!isInOrder || typeof start === 'number' || start.isBackward) return null;
  const [id] = start.values ?? [];
  return typeof id === 'string' ? BigInt(id) : null;
}

export const positionAfter = (id: bigint): Position => ({ isBackward: false, values: [String(id)] });
