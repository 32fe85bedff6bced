/** Errors for people: one sentence in their language, and messages at the fields. */
import {
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  PreconditionFailedError,
  ProblemError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
} from '@muster/client/errors.ts';
import type { Language } from '@muster/contract/languages.ts';

export const isSignedOut = (error: unknown): boolean => error instanceof UnauthorizedError;
/** The reasons why a valid session was stopped: new requirements of the account. */
const lacks = ['second-factor-required', 'provider-required'] as const;
export type Lack = (typeof lacks)[number];
export const isLack = (kind: string | null | undefined): kind is Lack => lacks.some((lack) => lack === kind);

/** null: the session has ended for another reason. */
export function lackIn(error: unknown): Lack | null {
  const kind = error instanceof ProblemError ? error.kind : null;
  return isLack(kind) ? kind : null;
}

export const isMissing = (error: unknown): boolean => error instanceof NotFoundError;
export const isForbidden = (error: unknown): boolean => error instanceof ForbiddenError;
export const isOutdated = (error: unknown): boolean =>
  error instanceof PreconditionFailedError || error instanceof OutdatedError;
export const isUnreachable = (error: unknown): boolean => error instanceof ConnectionError;

/** Nothing was sent: the browser knows that there is no network. */
export class OfflineError extends ConnectionError {}

/** Nothing was sent: it is not any more what was shown before the change. */
export class OutdatedError extends Error {}

/** Nothing was sent: the cookie of this browser belongs to somebody else by now. */
export class OtherPersonError extends Error {}

export const isOtherPerson = (error: unknown): boolean => error instanceof OtherPersonError;

export const isOffline = (error: unknown): boolean => error instanceof OfflineError;
export const isUnavailable = (error: unknown): boolean => error instanceof UnavailableError;
export const isInternal = (error: unknown): boolean => error instanceof ProblemError && error.status >= 500;

/** Nobody has refused it: the same attempt may succeed later. */
export const mayBeRepeated = (error: unknown): boolean =>
  isUnreachable(error) || isUnavailable(error) || isInternal(error);

/** The form was closed before there was an answer. */
export const isTakenBack = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** No answer, or an error in the middle: the change may have been made. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof OfflineError) &&
  (error instanceof ConnectionError || error instanceof OutcomeUnknownError || isTakenBack(error) || isInternal(error));

const keyHeader = 'Idempotency-Key';

/** An earlier attempt, whose answer was lost, has made something with other entries. */
export const isDoneAlready = (error: unknown): boolean => error instanceof ValidationError && keyHeader in error.errors;

/** Errors by the dotted path of the member; empty if the error concerns something else. */
export function fieldErrorsIn(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ValidationError) || isDoneAlready(error)) return {};
  return Object.fromEntries(Object.entries(error.errors).map(([path, messages]) => [path, messages.join(' ')]));
}

/** In the words of the service, for programs; null: the request was not too large. */
export const tooLargeIn = (error: unknown): string | null =>
  error instanceof ProblemError && error.status === 413 ? error.detailIn('en-US') : null;

export function sentenceOf(error: unknown, locale: Language): string {
  if (error instanceof ProblemError) return error.detailIn(locale);
  return error instanceof Error ? error.message : String(error);
}

/** With it the operator finds the request in the log. */
export const traceIdOf = (error: unknown): string | null => (error instanceof ProblemError ? error.traceId : null);
