/** One line of a file of people, and what becomes of it. */

import type { JsonObject } from '../platform/verbs/body.ts';
import type { FieldErrors } from '../problem.ts';

/** As it was read: a body, or why there is none. */
export type Line =
  | { readonly number: number; readonly body: JsonObject }
  | { readonly number: number; readonly errors: FieldErrors };

export type ReadLine = Extract<Line, { body: unknown }>;

export interface LineFault {
  readonly line: number;
  readonly errors: FieldErrors;
}

/** `passedOver`: it went in by an earlier run over the same file. */
export type Fate = 'hired' | 'updated' | 'unchanged' | 'passedOver' | 'failed';

export interface LineOutcome {
  readonly number: number;
  readonly fate: Fate;
  /** Only of a line that failed. */
  readonly errors?: FieldErrors;
}

/** The id of the person in another system, by which a line finds whom it is about. */
export const remoteIdOf = ({ remoteId }: JsonObject): string | null => (typeof remoteId === 'string' ? remoteId : null);
