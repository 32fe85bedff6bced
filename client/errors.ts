/**
 * All errors of a call, as classes. `MusterError` is the base of all; `ProblemError` of all errors that the service
 * itself returned.
 */
import type { Language } from '@muster/contract/languages.ts';
import { type ProblemName, problems } from '@muster/contract/problems.ts';

export class MusterError extends Error {
  override readonly name: string = 'MusterError';
}

/** No response: the host was not reached, the connection was lost, or the attempt timed out. */
export class ConnectionError extends MusterError {
  override readonly name = 'ConnectionError';
}

/** A response that this service does not give, such as the page of a proxy. `excerpt` is its beginning. */
export class UnexpectedAnswerError extends MusterError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  readonly excerpt: string;

  constructor(status: number, text: string) {
    super(`An answer of status ${status} is not JSON as the service writes it.`);
    this.status = status;
    this.excerpt = text.slice(0, excerptLength);
  }
}

/** The token endpoint refused. `code` is the `error` of RFC 6749, or null if the body has another format. */
export class TokenError extends MusterError {
  override readonly name = 'TokenError';
  readonly status: number;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string | null, description: string | null, retryAfterSeconds: number | null) {
    super(`No access token: ${[code ?? `status ${status}`, description].filter(Boolean).join(', ')}`);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Events after the position are no longer stored: read the resources again in full. */
export class EventsExpiredError extends MusterError {
  override readonly name = 'EventsExpiredError';
  readonly afterId: string;

  constructor(afterId: string, options?: ErrorOptions) {
    super(`Events after ${afterId} are no longer there: some may have been missed.`, options);
    this.afterId = afterId;
  }
}

const excerptLength = 500;

/** The content of an error response; missing members are null or empty. */
export interface Refusal {
  readonly status: number;
  /** Null if the response names no problem of the catalogue and its status belongs to none. */
  readonly kind: ProblemName | null;
  readonly title: string;
  readonly detail: string | null;
  readonly translations: Readonly<Partial<Record<Language, string>>>;
  /** Errors by the name of the member, parameter or header. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The requested address. */
  readonly instance: string | null;
  /** The operator finds the log line under this id. */
  readonly traceId: string | null;
  readonly etag: string | null;
  readonly allow: string | null;
  readonly retryAfterSeconds: number | null;
}

/** Sent by a proxy if the service itself does not respond. */
const lostStatuses: readonly number[] = [502, 503, 504];

function messageOf({ title, detail, errors }: Refusal): string {
  const sentences = Object.entries(errors).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  return [detail ?? title, ...sentences].join(' ');
}

export class ProblemError extends MusterError {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  readonly kind: ProblemName | null;
  readonly title: string;
  readonly detail: string | null;
  readonly instance: string | null;
  readonly traceId: string | null;
  /** Whether the same request, sent again unchanged, may succeed later. */
  readonly isRetryable: boolean;
  readonly #translations: Refusal['translations'];

  constructor(refusal: Refusal) {
    super(messageOf(refusal));
    this.status = refusal.status;
    this.kind = refusal.kind;
    this.title = refusal.title;
    this.detail = refusal.detail;
    this.instance = refusal.instance;
    this.traceId = refusal.traceId;
    this.isRetryable = refusal.kind ? problems[refusal.kind].isRetryable : lostStatuses.includes(refusal.status);
    this.#translations = refusal.translations;
  }

  /** For display to a person; in English if there is no translation. */
  detailIn(language: Language): string {
    return this.#translations[language] ?? this.detail ?? this.title;
  }
}

/** 400. `errors` contains all errors by the exact name of the member, parameter or header. */
export class ValidationError extends ProblemError {
  override readonly name = 'ValidationError';
  readonly errors: Refusal['errors'];

  constructor(refusal: Refusal) {
    super(refusal);
    this.errors = refusal.errors;
  }
}

/** 401, also with a new token. */
export class UnauthorizedError extends ProblemError {
  override readonly name: string = 'UnauthorizedError';
}

/** 401 for a person: the account requires a second factor, and the session has none. */
export class SecondFactorRequiredError extends UnauthorizedError {
  override readonly name = 'SecondFactorRequiredError';
}

/** 401 for a person: the account requires the identity provider. */
export class ProviderRequiredError extends UnauthorizedError {
  override readonly name = 'ProviderRequiredError';
}

export class ForbiddenError extends ProblemError {
  override readonly name = 'ForbiddenError';
}

export class NotFoundError extends ProblemError {
  override readonly name = 'NotFoundError';
}

export class MethodNotAllowedError extends ProblemError {
  override readonly name = 'MethodNotAllowedError';
  /** The methods that the address offers. */
  readonly allowed: readonly string[];

  constructor(refusal: Refusal) {
    super(refusal);
    this.allowed = refusal.allow?.split(/\s*,\s*/) ?? [];
  }
}

export class NotAcceptableError extends ProblemError {
  override readonly name = 'NotAcceptableError';
}

/** 409: the state of something else forbids it; `detail` says what. */
export class ConflictError extends ProblemError {
  override readonly name = 'ConflictError';
}

/** 410: the requested data existed but is no longer stored. */
export class GoneError extends ProblemError {
  override readonly name = 'GoneError';
}

/** 412: the resource has changed. Nothing was written; `etag` is the current version. */
export class PreconditionFailedError extends ProblemError {
  override readonly name = 'PreconditionFailedError';
  readonly etag: string | null;

  constructor(refusal: Refusal) {
    super(refusal);
    this.etag = refusal.etag;
  }
}

export class ContentTooLargeError extends ProblemError {
  override readonly name = 'ContentTooLargeError';
}

export class UnsupportedMediaTypeError extends ProblemError {
  override readonly name = 'UnsupportedMediaTypeError';
}

/** 429, after all retries, or at once if the wait is longer than allowed. */
export class RateLimitedError extends ProblemError {
  override readonly name = 'RateLimitedError';
  readonly retryAfterSeconds: number | null;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

export class HeaderTooLargeError extends ProblemError {
  override readonly name = 'HeaderTooLargeError';
}

/** Any status from 500 on. */
export class ServerError extends ProblemError {
  override readonly name: string = 'ServerError';
}

/** The service cancelled a request that took too long: request less at once. */
export class ServerTimeoutError extends ServerError {
  override readonly name = 'ServerTimeoutError';
}

/** 503: the service starts, stops, cannot use its database, or is not reachable behind its proxy. */
export class UnavailableError extends ServerError {
  override readonly name: string = 'UnavailableError';
  readonly retryAfterSeconds: number | null;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** 503: the change was made completely or not at all, and it is unknown which. Read before you retry. */
export class OutcomeUnknownError extends UnavailableError {
  override readonly name = 'OutcomeUnknownError';
}
