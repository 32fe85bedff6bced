/** One line of a file of people, and its result. */

import type { JsonObject } from '../platform/verbs/body.ts';
import type { FieldErrors } from '../problem.ts';

/** A parsed body, or the reason why there is none. */
export type Line =
  | { readonly number: number; readonly body: JsonObject }
  | { readonly number: number; readonly errors: FieldErrors };

export type ReadLine = Extract<Line, { body: unknown }>;

export interface LineError {
  readonly line: number;
  readonly errors: FieldErrors;
}

/** `passedOver`: imported by an earlier run over the same file. */
export type Fate = 'hired' | 'updated' | 'unchanged' | 'passedOver' | 'failed';

export interface LineOutcome {
  readonly number: number;
  readonly fate: Fate;
  /** Only for a failed line. */
  readonly errors?: FieldErrors;
}

/** The id of the person in another system, which identifies the person of a line. */
export const remoteIdOf = ({ remoteId }: JsonObject): string | null => (typeof remoteId === 'string' ? remoteId : null);
