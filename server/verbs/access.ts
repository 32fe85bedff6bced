/** What a verb is given of its request: who asks, what exists for them, and how a change is meant. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../auth/caller.ts';
import type { Condition } from '../store/condition.ts';
import type { Shown } from '../store/read.ts';
import type { JsonObject } from './body.ts';

/** Who asks, and which rows exist for them. */
export interface Sight {
  readonly caller: Caller;
  readonly conditions: readonly Condition[];
  /** The id of what the collection lies in, where it lies in something. */
  readonly ownerId?: string;
  /** The same for other resources, which a body or an answer may refer to. */
  conditionsOn(resource: Resource): readonly Condition[];
}

/** What a change needs to know of its request, asked for in the order in which refusals are due. */
export interface Write {
  /** Refuses unless `If-Match`, when sent, names this version. */
  check(current: Shown): void;
  readonly isConditional: boolean;
  /** Reads and parses the body on the first call. */
  body(): Promise<JsonObject>;
}
