/** Maps error responses to classes. A problem added to the catalogue does not compile here until it has a class. */
import { isProblemName, type ProblemName, problemNames, problems } from '@muster/contract/problems.ts';
import {
  ConflictError,
  ContentTooLargeError,
  ForbiddenError,
  GoneError,
  HeaderTooLargeError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  OutcomeUnknownError,
  PreconditionFailedError,
  ProblemError,
  ProviderRequiredError,
  RateLimitedError,
  type Refusal,
  SecondFactorRequiredError,
  ServerError,
  ServerTimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnsupportedMediaTypeError,
  ValidationError,
} from './errors.ts';

const classes = {
  validation: ValidationError,
  unauthorized: UnauthorizedError,
  'second-factor-required': SecondFactorRequiredError,
  'provider-required': ProviderRequiredError,
  forbidden: ForbiddenError,
  'not-found': NotFoundError,
  'method-not-allowed': MethodNotAllowedError,
  'not-acceptable': NotAcceptableError,
  conflict: ConflictError,
  gone: GoneError,
  'precondition-failed': PreconditionFailedError,
  'content-too-large': ContentTooLargeError,
  'unsupported-media-type': UnsupportedMediaTypeError,
  'too-many-requests': RateLimitedError,
  'header-too-large': HeaderTooLargeError,
  internal: ServerError,
  unavailable: UnavailableError,
  'outcome-unknown': OutcomeUnknownError,
  timeout: ServerTimeoutError,
} as const satisfies Record<ProblemName, new (refusal: Refusal) => ProblemError>;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or undefined when it is not JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
}

/** Never fails: a body in another format gives an error of the class of its status. */
export function problemError(answer: ErrorAnswer): ProblemError {
  const refusal = refusalOf(answer);
  if (refusal.kind) return new classes[refusal.kind](refusal);
  return refusal.status >= 500 ? new ServerError(refusal) : new ProblemError(refusal);
}

function refusalOf({ status, headers, body, retryAfterMs }: ErrorAnswer): Refusal {
  const problem = objectIn(body);
  const kind = kindOf(status, textIn(problem.type));
  return {
    status,
    kind,
    title: textIn(problem.title) ?? (kind ? problems[kind].title : `Status ${status}`),
    detail: textIn(problem.detail),
    translations: objectIn(objectIn(problem.t9n).detail) as Refusal['translations'],
    errors: Object.fromEntries(
      Object.entries(objectIn(problem.errors)).map(([name, messages]) => [name, [messages].flat().map(String)]),
    ),
    instance: textIn(problem.instance),
    traceId: textIn(objectIn(problem.extensions).traceId),
    etag: headers.get('etag'),
    allow: headers.get('allow'),
    retryAfterSeconds: wholeSeconds(retryAfterMs),
  };
}

/** The page of `type` names the problem. Without one, the first problem of the status. */
function kindOf(status: number, type: string | null): ProblemName | null {
  const page = type?.split('/').at(-1) ?? '';
  if (isProblemName(page) && problems[page].status === status) return page;
  return problemNames.find((name) => problems[name].status === status) ?? null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

export const wholeSeconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));
