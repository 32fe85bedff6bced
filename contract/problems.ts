// The catalogue of problems: one entry per page under /problems, and the only place that maps a problem to a status.
// `meaning` and `remedy` are English texts for the page; backticks in them mark code.

export type ProblemKind = {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Whether the same request, sent again unchanged, may succeed later. */
  readonly isRetryable: boolean;
};

export const problems = {
  validation: {
    status: 400,
    title: 'One or more validation errors occurred.',
    meaning:
      'A member of the body, a parameter or a header is not valid, or the request would break a rule. Broken rules include a name already taken, dates that overlap and a value still in use. `errors` lists every error of the body by the exact name of the member, parameter or header. Nothing was changed.',
    remedy:
      'Correct what `errors` names and send the request again; unchanged it will fail the same way. An unknown parameter is refused on purpose, so check its spelling first. The operator has nothing to do.',
    isRetryable: false,
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'The request carries no access token, or one that is wrong, expired, revoked or issued for another account. Tokens live 30 minutes.',
    remedy:
      'Ask the token endpoint for a new token, send it as `Authorization: Bearer <ACCESS_TOKEN>` to the address of the same account, and repeat the request. If new tokens are refused too, an administrator checks that the client application exists, is enabled and has a valid secret.',
    isRetryable: false,
  },
  'second-factor-required': {
    status: 401,
    title: 'Second Factor Required',
    meaning:
      'A person is signed in with a password alone, and the account asks everybody for a second factor. The session is not answered any more until the person has one. Only sessions of people meet this; client applications do not.',
    remedy:
      'Sign in again: after the password, the console leads through adding an authenticator app or a passkey, and goes on. An operator helps at the command line where somebody has lost theirs.',
    isRetryable: false,
  },
  'provider-required': {
    status: 401,
    title: 'Provider Required',
    meaning:
      "A person is signed in by another way than the company's own provider, and the account lets people in by that provider alone. Only sessions of people meet this; client applications do not.",
    remedy:
      'Sign in again with the provider. Who has never linked it signs in with the password once, and is led to the provider to link it. An operator can let passwords in again at the command line.',
    isRetryable: false,
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The token is valid, but it does not permit this operation: a scope is missing, or the resource may not be written by this caller. `detail` says which.',
    remedy:
      'Ask for a token that includes the scope named in `detail`. If the client application was never granted it, an administrator adds it to the declaration of the application. Where only the service itself may write, no scope helps: use the operation that `detail` or the reference names.',
    isRetryable: false,
  },
  'not-found': {
    status: 404,
    title: 'Not Found',
    meaning:
      'The address names nothing that this caller can see. It is misspelled, the resource never existed or was deleted, or it lies outside the business establishments that the client application may see. The answer is the same in all these cases, so that it reveals nothing.',
    remedy:
      'Check the path and the id, and take addresses from `url` and `links` rather than building them. If the resource exists but belongs to another business establishment, an administrator adds that establishment to the client application.',
    isRetryable: false,
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The address exists, but it does not offer the method of the request. `PUT` is offered nowhere.',
    remedy:
      'Use one of the methods in the `Allow` header of the answer; changes are made with `PATCH`. The operator has nothing to do.',
    isRetryable: false,
  },
  'not-acceptable': {
    status: 406,
    title: 'Not Acceptable',
    meaning: 'The `Accept` header of the request admits none of the media types in which this operation can answer.',
    remedy:
      'Leave `Accept` out, or add one of the media types named in `detail`. The operator makes sure that no proxy rewrites the header.',
    isRetryable: false,
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The request is valid, but contradicts the state of something else: a legal hold protects the person, or another erasure of the person is open or decided already. `detail` says which. Nothing was changed.',
    remedy:
      'Read the legal holds and erasures of the person (`employee.id`). Lift the hold if its reason has ended, or go on with the erasure that exists. The operator has nothing to do.',
    isRetryable: false,
  },
  gone: {
    status: 410,
    title: 'Gone',
    meaning:
      'Anyone who follows the events asked to go on from a position after which events have been removed: their time was over before they were read. What happened in between can no longer be shown from events. Or an archive of everything about one person was asked for after the time in which it can be downloaded.',
    remedy:
      'Read the resources that you keep a copy of in full, then follow the events again without a position. Read more often than events are kept; an operator can have them kept longer. In place of an archive that was removed, make another.',
    isRetryable: false,
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition Failed',
    meaning:
      'The `If-Match` header names a version of the resource that is no longer the current one: somebody changed it since you read it. Nothing was changed, and `ETag` holds the current version.',
    remedy:
      'Read the resource again, decide whether your change still applies, and send it with the new `ETag`. The operator has nothing to do.',
    isRetryable: false,
  },
  'content-too-large': {
    status: 413,
    title: 'Content Too Large',
    meaning:
      'The body of the request is larger than the operation accepts; `detail` names the limit. It is 1 MB for JSON, 8 MB for values of attributes, and 100 MB for uploads of files unless the operator set another one.',
    remedy:
      'Send less: shorter texts, a smaller or compressed file. An operator can raise the limit for files, and makes sure that a proxy in front of the service has no lower one.',
    isRetryable: false,
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported Media Type',
    meaning: 'The `Content-Type` of the request is missing, or the operation does not read bodies of that type.',
    remedy:
      'Send `application/json` with `POST`, `application/json` or `application/merge-patch+json` with `PATCH`, and `multipart/form-data` for file uploads. The operator has nothing to do.',
    isRetryable: false,
  },
  'too-many-requests': {
    status: 429,
    title: 'Too Many Requests',
    meaning:
      'The client application has used up its requests for the current minute: 1,200 unless the account sets another number. Or it has as many requests waiting for events as it may have at once: 50. Or so many of its slow requests wait already that this one would not be answered in time. Or its address holds as many connections as one may, all of them in use.',
    remedy:
      'Wait the number of seconds in `Retry-After`, then send the request again. Watch the `RateLimit` header to stay below the limit, and let webhooks replace polling. An administrator can set another limit for the account.',
    isRetryable: true,
  },
  'header-too-large': {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers of the request are larger than the service accepts: 8 KB together.',
    remedy:
      'Remove cookies and headers the service does not need, and shorten the rest. The operator checks that a proxy in front of the service does not add long ones.',
    isRetryable: false,
  },
  internal: {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'The service met an internal error. The cause is in its log, never in the answer.',
    remedy:
      'Send the request again after a short pause; give a `POST` an `Idempotency-Key`, so that nothing is created twice. If the error stays, give `extensions.traceId` to the operator, who finds the log line under that id.',
    isRetryable: true,
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning:
      'The service cannot answer anybody at the moment: its database is away, restarting, full or takes no changes, or the service is being stopped. The request itself may be in order. Nothing was changed.',
    remedy:
      'Wait the number of seconds in `Retry-After`, then send the request again; give a `POST` an `Idempotency-Key`, so that nothing is created twice. The operator looks at `/health/ready`, which names the reason, and at the database. The service goes on by itself as soon as the database does.',
    isRetryable: true,
  },
  'outcome-unknown': {
    status: 503,
    title: 'Service Unavailable',
    meaning:
      'The service lost its database while it made a change, and was not reported whether the change was kept. It was made as a whole or not at all.',
    remedy:
      'A `POST` that had an `Idempotency-Key` is sent again with the same key: it is then made once, or answered as it was made. So is a `PATCH` with `If-Match`, where 412 says that it was made. Otherwise read what is stored after the number of seconds in `Retry-After`, and repeat the request only if it is missing there. The operator looks at the database, with `extensions.traceId` as the way in.',
    isRetryable: false,
  },
  timeout: {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'The request took longer than the service allows: 5 seconds. It was stopped.',
    remedy:
      'Ask for less at once: a smaller `limit`, fewer values in a filter, no `totalCount` and no embedded resources. If a simple request times out, the operator looks at the load of the service and its database, with `extensions.traceId` as the way in.',
    isRetryable: false,
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;

export const problemNames = Object.keys(problems) as readonly ProblemName[];

export const isProblemName = (text: string): text is ProblemName => Object.hasOwn(problems, text);
