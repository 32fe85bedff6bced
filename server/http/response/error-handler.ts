/** Turns everything that a request throws into a problem and sends it as a response. */
import { detail } from '@muster/contract/messages.ts';
import { problems } from '@muster/contract/problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../../identity/auth/caller.ts';
import { databaseProblem, fullDiskProblem } from '../../platform/database/errors.ts';
import { Problem } from '../../problem.ts';
import { headersTooLarge, isTooLarge } from '../connections/size.ts';
import type { LegacyErrorFormat } from '../connections/socket-errors.ts';
import { withoutToken } from '../query/parameters.ts';
import { problemBody, problemType } from './problem-json.ts';
import { type Answer, sendText } from './response.ts';
import { traceparentOf } from './trace.ts';

export interface RefusingOptions {
  readonly publicUrl: string;
  readonly limits: { readonly requestMs: number; readonly headerBytes: number };
  readonly legacyErrorFormat: LegacyErrorFormat;
  readonly logger: Logger;
}

export interface Refusing {
  /** A problem as a response, for callers that store it. */
  refusalOf(problem: Problem, request: FastifyRequest, caller?: Caller): Answer & { readonly body: string };
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** For errors before a route is found and before any hook. */
  refuseUnrouted(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export function refusing(
  options: RefusingOptions,
  callerOf: (request: FastifyRequest) => Caller | undefined,
): Refusing {
  const { publicUrl, limits, legacyErrorFormat, logger } = options;

  function asProblem(error: unknown, { method }: FastifyRequest): Problem {
    if (error instanceof Problem) return error;
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && statusCode < 500) return new Problem('not-found', detail('noSuchAddress'));
    const problem = databaseProblem(error, method, limits.requestMs) ?? fullDiskProblem(error);
    return problem ?? new Problem('internal', detail('internal'), { cause: error });
  }

  function refusalOf(problem: Problem, request: FastifyRequest, caller = callerOf(request)) {
    request.refusedFor = problem;
    const baseUrl = caller?.baseUrl ?? publicUrl;
    const body = problemBody(problem, { baseUrl, instance: baseUrl + withoutToken(request.url), traceId: request.id });
    return {
      status: problems[problem.kind].status,
      headers: { ...problem.headers, 'content-type': problemType },
      body,
    };
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = asProblem(error, request);
    const { status, headers, body } = refusalOf(problem, request);
    // The client has disconnected, and its statement was cancelled for that reason.
    const isGivenUp = problem.kind === 'timeout' && request.raw.socket.destroyed;
    if (status >= 500 && !isGivenUp) logger.error({ traceId: request.id, err: problem.cause }, problem.message);
    if (status === 404 || status >= 500) reply.removeHeader('deprecation').removeHeader('sunset');
    return sendText(reply.code(status).header('cache-control', 'no-store').headers(headers), body);
  }

  return {
    refusalOf,
    refuse,
    refuseUnrouted(error, request, reply) {
      const problem = isTooLarge(request.raw, limits) ? headersTooLarge(limits.headerBytes) : asProblem(error, request);
      reply.header('traceparent', traceparentOf(request.id)).header('x-content-type-options', 'nosniff');
      const other = legacyErrorFormat.refusal(request.url, problem, request.id);
      if (other === undefined) return refuse(problem, request, reply);
      return sendText(reply.code(problems[problem.kind].status).headers(other.headers), other.body);
    },
  };
}
