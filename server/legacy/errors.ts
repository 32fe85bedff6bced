/** Errors of the legacy API: one JSON object for both generations, never a problem of the current API. */
import { STATUS_CODES } from 'node:http';
import { problems } from '@muster/contract/problems.ts';
import { databaseProblem } from '../platform/database/errors.ts';
import { type FieldErrors, Problem, Refusal } from '../problem.ts';

export interface RefusalDetails {
  /** Parameter name → what is wrong and what is allowed; only with 400. */
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  /** Too many unknown keys were sent. */
  readonly isAfterGuesses?: boolean;
  /** For the log. */
  readonly cause?: unknown;
}

export class LegacyRefusal extends Refusal {
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAfterGuesses: boolean;

  constructor(
    status: number,
    detail: string,
    { errors, headers = {}, isAfterGuesses = false, cause }: RefusalDetails = {},
  ) {
    super(detail, cause);
    this.name = 'LegacyRefusal';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.isAfterGuesses = isAfterGuesses;
  }
}

/** 400: the sentence describes the whole request, the errors each parameter. */
export const badQuery = (detail: string, errors: FieldErrors): LegacyRefusal =>
  new LegacyRefusal(400, detail, { errors });

/** 404: no row with this id, or none that the role may see. */
export const noSuchRow = (kind: string, id: string): LegacyRefusal =>
  new LegacyRefusal(404, `There is no ${kind} with the id '${id}'.`);

/** Converts any error of a request. Nothing internal is shown: the cause is for the log. */
export function asRefusal(error: unknown, requestMs: number): LegacyRefusal {
  if (error instanceof LegacyRefusal) return error;
  const problem = error instanceof Problem ? error : databaseProblem(error, 'GET', requestMs);
  if (problem) {
    const { errors, headers, cause } = problem;
    return new LegacyRefusal(problems[problem.kind].status, problem.message, {
      ...(errors && { errors }),
      headers,
      cause,
    });
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode < 500) return new LegacyRefusal(404, 'There is nothing at this address.');
  return new LegacyRefusal(500, 'The service met a fault of its own.', { cause: error });
}

/** Older callers read the first three members, newer ones the others. */
export const refusalText = ({ status, message, errors }: LegacyRefusal, traceId: string): string =>
  JSON.stringify({
    Status: status,
    Message: message,
    StackTrace: null,
    title: STATUS_CODES[status],
    detail: message,
    ...(errors && { errors }),
    traceId,
  });
