/**
 * What is recorded of a response after it is sent. A request without a known caller belongs to no account and appears
 * only in the log of the service.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../../admin/activity/request-log.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { AnswerFacts } from '../../observer.ts';
import type { Problem } from '../../problem.ts';
import { loggedPath } from './logged-path.ts';

export function answeredOf(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): Answered | null {
  const { method, url, id: traceId, keyHolder } = request;
  const accountId = caller?.accountId ?? keyHolder?.accountId;
  if (accountId === undefined) return null;
  return {
    accountId,
    method,
    // The logged path of the legacy API contains no personal data.
    url: keyHolder ? (request.logged?.path ?? '') : loggedPath(url) + queryOf(url),
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    clientApplicationId: caller && !caller.person ? caller.clientApplicationId : null,
    administratorId: caller?.person?.administratorId ?? null,
    apiKeyId: keyHolder?.apiKeyId ?? null,
    traceId,
    refusal: request.refusedFor && reply.statusCode >= 400 ? refusalIn(request.refusedFor) : null,
  };
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

const namesMax = 10;

/** Only names that our own members and parameters could have: a client may send personal data as a name. */
const isOurs = (name: string): boolean => /^-?[A-Za-z][\w.-]{0,60}$/.test(name);

const refusalIn = ({ kind, errors = {}, neededScopes }: Problem): Answered['refusal'] => ({
  problem: kind,
  names: [...neededScopes, ...Object.keys(errors).filter(isOurs)].slice(0, namesMax),
});

/** For metrics. An address that is not served has one name, however it is spelled. */
export const answerFacts = (request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): AnswerFacts => ({
  method: request.method,
  route: request.routeOptions.url ?? 'none',
  status: reply.statusCode,
  seconds: reply.elapsedTime / 1000,
  traceId: request.id,
  problem: request.refusedFor?.kind ?? null,
  refusal: reply.statusCode === 429 ? reasonOf(request, reply) : null,
  account: caller?.account,
});

function reasonOf({ isAfterGuesses }: FastifyRequest, reply: FastifyReply): AnswerFacts['refusal'] {
  if (isAfterGuesses) return 'guesses';
  return String(reply.getHeader('ratelimit') ?? '').includes('r=0;') ? 'quota' : 'load';
}
