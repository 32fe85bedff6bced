/** The part of a request that a verb gets: the caller, the visible rows, and the conditions of a change. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Condition } from '../store/condition.ts';
import type { CallerPointInTime } from '../store/point-in-time.ts';
import type { StoredRow } from '../store/read.ts';
import type { Shown } from '../store/shown-columns.ts';
import type { JsonObject } from './body.ts';

/** The caller, and the rows that it may see. */
export interface AccessContext {
  readonly caller: Caller;
  readonly conditions: readonly Condition[];
  /** How rows are shown, if not as they are stored. */
  readonly shown?: Shown;
  /** The time that the request asks about; absent: now. */
  readonly pointInTime?: CallerPointInTime;
  /** The id of the parent, if the collection belongs to another resource. */
  readonly ownerId?: string;
  /** The same for other resources, which a body or a response may refer to. */
  conditionsOn(resource: Resource): readonly Condition[];
  shownOn?(resource: Resource): Shown;
}

/** The part of the request that a change needs, in the order of the checks. */
export interface Write {
  /** Throws unless `If-Match`, if sent, matches this version. */
  check(current: StoredRow): void;
  readonly isConditional: boolean;
  /** Reads and parses the body on the first call. */
  body(): Promise<JsonObject>;
}

/** Of a command, an import or the service itself: there is no `If-Match`. */
export const unconditionalWrite = (body: JsonObject = {}): Write => ({
  check: () => undefined,
  isConditional: false,
  body: async () => body,
});
