/** One plausible occurrence of every problem, for the pages under /problems and for the OpenAPI document. */
import { type Detail, detail } from './messages.ts';
import { type ProblemName, problems } from './problems.ts';

interface Occurrence {
  readonly path: string;
  readonly detail: Detail;
  readonly errors?: Record<string, string[]>;
}

const occurrences: Readonly<Record<ProblemName, Occurrence>> = {
  validation: {
    path: 'employees',
    detail: detail('oneFieldInvalid'),
    errors: { 'firstEmployment.end.date': ['The end date must not be before the start date.'] },
  },
  unauthorized: { path: 'employees', detail: detail('tokenInvalid') },
  'second-factor-required': { path: 'employees', detail: detail('secondFactorNeeded') },
  'provider-required': { path: 'employees', detail: detail('providerNeeded') },
  forbidden: {
    path: 'employees',
    detail: detail('scopeMissing', { scopes: 'employees.readonly, employees.readwrite' }),
  },
  'not-found': { path: 'employees/416', detail: detail('noSuchResource', { type: 'employee', id: '416' }) },
  'method-not-allowed': {
    path: 'employees/416',
    detail: detail('methodNotAllowed', { method: 'PUT', allowed: 'GET, HEAD, PATCH' }),
  },
  'not-acceptable': { path: 'employees', detail: detail('notAcceptable', { types: 'application/json' }) },
  conflict: { path: 'erasures', detail: detail('personHeld') },
  gone: { path: 'events?wait=20&page=!aG93ZHk3', detail: detail('eventsGone') },
  'precondition-failed': { path: 'departments/7', detail: detail('preconditionFailed') },
  'content-too-large': { path: 'files', detail: detail('contentTooLarge', { limit: 100 }) },
  'unsupported-media-type': {
    path: 'departments',
    detail: detail('unsupportedMediaType', { types: 'application/json' }),
  },
  'too-many-requests': { path: 'employees', detail: detail('tooManyRequests', { seconds: 37 }) },
  'header-too-large': { path: 'employees', detail: detail('headersTooLarge', { limit: 8 }) },
  internal: { path: 'employees', detail: detail('internal') },
  unavailable: { path: 'employees', detail: detail('unavailable', { seconds: 2 }) },
  'outcome-unknown': { path: 'employees', detail: detail('outcomeUnknown') },
  timeout: { path: 'employees?limit=1000&include=embedded', detail: detail('timeout', { seconds: 5 }) },
};

/** The body of a problem as an account at `baseUrl` would receive it. */
export const problemExample = (name: ProblemName, baseUrl: string) => {
  const { title, status } = problems[name];
  const occurrence = occurrences[name];
  return {
    type: `${baseUrl}/problems/${name}`,
    title,
    status,
    detail: occurrence.detail.text,
    instance: `${baseUrl}/svc-api/${occurrence.path}`,
    ...(occurrence.errors && { errors: occurrence.errors }),
    t9n: { detail: occurrence.detail.t9n },
    extensions: { traceId: '5c1f0a9be4d24b7f8e6a30d2c97b1184' },
  };
};
