/** The only error that a request may end with. `detail` and `errors` are for the caller; `cause` is for the log. */
import { limits } from '@muster/contract/limits.ts';
import { type Detail, detail } from '@muster/contract/messages.ts';
import type { ProblemName } from '@muster/contract/problems.ts';

/** Member path, parameter or header name → what is wrong and what is allowed. */
export type FieldErrors = Record<string, string[]>;

/** An error that is a response, not a defect: nobody reads its stack, which costs more than the rest of the response. */
export class Refusal extends Error {
  constructor(message: string, cause: unknown) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export class Problem extends Refusal {
  readonly kind: ProblemName;
  readonly t9n: Detail['t9n'];
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** Scopes of which one would be enough. */
  readonly neededScopes: readonly string[];
  /** Too many attempts to sign in have failed. */
  readonly isAfterGuesses: boolean;

  constructor(
    kind: ProblemName,
    sentence: Detail,
    more: {
      errors?: FieldErrors;
      headers?: Record<string, string>;
      neededScopes?: readonly string[];
      isAfterGuesses?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(sentence.text, more.cause);
    this.kind = kind;
    this.t9n = sentence.t9n;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.neededScopes = more.neededScopes ?? [];
    this.isAfterGuesses = more.isAfterGuesses ?? false;
  }
}

export function invalid(errors: FieldErrors): Problem {
  const isCut = errors.$?.includes(moreErrors) ?? false;
  const count = Object.keys(errors).length - (isCut && errors.$?.length === 1 ? 1 : 0);
  return new Problem('validation', count === 1 ? detail('oneFieldInvalid') : detail('fieldsInvalid', { count }), {
    errors,
  });
}

export const noSuchResource = (type: string, id: string): Problem =>
  new Problem('not-found', detail('noSuchResource', { type, id }));

/** Without a prototype, because a member may be named `__proto__` and its errors must be listed under that name. */
export const noErrors = (): FieldErrors => Object.create(null);

/** The last entry, under `$`, says that not every error is listed. */
const moreErrors = `Only the first ${limits.errorsMax} faults are listed; there may be more.`;

/**
 * Adds a message under a key; a key may have several different messages. Only the first errors are listed: nobody reads
 * thousands, and the response would be many times larger than the body.
 */
export function addError(errors: FieldErrors, key: string, message: string): void {
  const messages = errors[key];
  if (messages?.includes(message)) return;
  if (isFull(errors)) leaveOut(errors);
  else addOnce(errors, key, message);
}

/** Adds the entry that there may be more errors than are listed. */
export const leaveOut = (errors: FieldErrors): void => addOnce(errors, '$', moreErrors);

function addOnce(errors: FieldErrors, key: string, message: string): void {
  const messages = errors[key];
  if (messages === undefined) errors[key] = [message];
  else if (!messages.includes(message)) messages.push(message);
}

/** Ends a request with more errors than are listed: later rules could take an unlisted error for none. */
export function throwIfFull(errors: FieldErrors): void {
  if (!isFull(errors)) return;
  leaveOut(errors);
  throw invalid(errors);
}

/** Validates a part of a body separately, and adds its errors under its path. */
export function judgedWithin<T>(errors: FieldErrors, prefix: string, judge: (own: FieldErrors) => T): T {
  const own = noErrors();
  const merge = () => {
    for (const [member, messages] of Object.entries(own)) {
      for (const message of messages) {
        if (message === moreErrors) leaveOut(errors);
        else addError(errors, prefix + member, message);
      }
    }
  };
  try {
    const judged = judge(own);
    merge();
    return judged;
  } catch (error) {
    if (!(error instanceof Problem) || error.errors !== own) throw error;
    merge();
    throw invalid(errors);
  }
}

/** Whether a further error would not be listed. */
export const isFull = (errors: FieldErrors): boolean => countOf(errors) >= limits.errorsMax;

function countOf(errors: FieldErrors): number {
  let count = 0;
  for (const key in errors) count += errors[key]?.length ?? 0;
  return count;
}

export function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
