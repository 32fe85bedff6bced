/**
 * What is recorded of a response after it is sent. A request without a known caller belongs to no account and appears
 * only in the log of the service.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../../admin/activity/request-log.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { loggedPath } from './logged-path.ts';

export function answeredOf(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): Answered | null {
  const { method, url, id: traceId, keyHolder } = request;
  const accountId = caller?.accountId ?? keyHolder?.accountId;
  if (accountId === undefined) return null;
  return {
    accountId,
    method,
    // The logged path of the legacy API contains no personal data.
    url: keyHolder ? (request.logged?.path ?? '') : loggedPath(url) + (/\?.*$/s.exec(url)?.[0] ?? ''),
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    clientApplicationId: caller && !caller.person ? caller.clientApplicationId : null,
    administratorId: caller?.person?.administratorId ?? null,
    apiKeyId: keyHolder?.apiKeyId ?? null,
    traceId,
  };
}
