/** The only error a request may end in. `detail` and `errors` are for the caller; `cause` is for the log. */
import { type Detail, detail } from '@muster/contract/messages.ts';
import type { ProblemName } from '@muster/contract/problems.ts';

/** Member path, parameter or header name → what is wrong with it and what is allowed. */
export type FieldErrors = Record<string, string[]>;

export class Problem extends Error {
  readonly kind: ProblemName;
  readonly t9n: Detail['t9n'];
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(
    kind: ProblemName,
    sentence: Detail,
    more: { errors?: FieldErrors; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(sentence.text, { cause: more.cause });
    this.kind = kind;
    this.t9n = sentence.t9n;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

export function invalid(errors: FieldErrors): Problem {
  const count = Object.keys(errors).length;
  return new Problem('validation', count === 1 ? detail('oneFieldInvalid') : detail('fieldsInvalid', { count }), {
    errors,
  });
}

export const noSuchResource = (type: string, id: string): Problem =>
  new Problem('not-found', detail('noSuchResource', { type, id }));

/** Without a prototype: a member may be called `__proto__`, and must be complained of under that name. */
export const noErrors = (): FieldErrors => Object.create(null);

/** A body of thousands of faults is not read by anybody, and would be answered by many times its own size. */
const faultsMax = 100;

/** Adds a message under a key; several different messages may stand under one. */
export function complain(errors: FieldErrors, key: string, message: string): void {
  const messages = errors[key];
  if (messages === undefined) {
    if (Object.keys(errors).length < faultsMax) errors[key] = [message];
  } else if (messages.length < faultsMax && !messages.includes(message)) messages.push(message);
}

export function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
