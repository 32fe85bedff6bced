/** Problems → `application/problem+json`, the format of every error of the current API. */
import { problems } from '@muster/contract/problems.ts';
import type { Problem } from '../../problem.ts';

export const problemMediaType = 'application/problem+json';
export const problemType = `${problemMediaType}; charset=utf-8`;

export interface ProblemContext {
  readonly baseUrl: string;
  /** The absolute requested address. */
  readonly instance: string;
  readonly traceId: string;
}

export function problemBody(problem: Problem, { baseUrl, instance, traceId }: ProblemContext): string {
  const { status, title } = problems[problem.kind];
  return JSON.stringify({
    type: `${baseUrl}/problems/${problem.kind}`,
    title,
    status,
    detail: problem.message,
    instance,
    ...(problem.errors && { errors: problem.errors }),
    t9n: { detail: problem.t9n },
    extensions: { traceId },
  });
}
