/** One line of an imported file, and its result. */

import type { JsonObject } from '../platform/verbs/body.ts';
import type { FieldErrors } from '../problem.ts';

export interface ReadLine {
  readonly number: number;
  readonly body: JsonObject;
  /** The same with every cell of an open member as a text: whether `12` is a number only the definition knows. */
  readonly textBody?: JsonObject;
}

/** A parsed body, or the reason why there is none. */
export type Line = ReadLine | { readonly number: number; readonly errors: FieldErrors };

export interface LineError {
  readonly line: number;
  readonly errors: FieldErrors;
}

/** `passedOver`: imported by an earlier run over the same file. */
export type Fate = 'created' | 'updated' | 'unchanged' | 'passedOver' | 'failed';

export interface LineOutcome {
  readonly number: number;
  readonly fate: Fate;
  /** Only for a failed line. */
  readonly errors?: FieldErrors;
}

/** The id of the row in another system, which identifies the row of a line. */
export const remoteIdOf = ({ remoteId }: JsonObject): string | null => (typeof remoteId === 'string' ? remoteId : null);
