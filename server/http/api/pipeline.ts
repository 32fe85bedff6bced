/**
 * Every operation as the list of its steps. The order is part of the API: address and method (404, 405) come first, in
 * `api.ts`; then the steps below, each of which may refuse. A step reads and completes the context of the request; the
 * one that sets the answer ends it.
 */
import type { Operation } from '@muster/contract/kit/resource.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Streamed } from '../response/response.ts';
import * as check from './checks.ts';
import type { ApiDependencies } from './dependencies.ts';
import { listPointInTime, rowPointInTime } from './point-in-time-step.ts';
import * as read from './read-steps.ts';
import { purpose, recordAnswered } from './reads.ts';
import { findOwner, RequestContext, type Target } from './request-context.ts';
import * as version from './version-steps.ts';
import * as write from './write-steps.ts';

// biome-ignore format: one step a line, with what it refuses with
const checks = [
  check.announceDeprecation,
  check.identifyCaller,          // 401; 404 for a host without an account
  check.countRequest,
  check.version,                 // 400
  purpose,                       // 400
  check.rate,                    // 429
  check.scope,                   // 403
  check.allowCaching,
  check.readClock,
  check.rollOverDays,
  check.startDeadline,
] as const;

// biome-ignore format: as above
export const operations: Readonly<Record<Operation, Run>> = {
  list: operation(read.ListContext,
    read.listQuery,              // 400
    read.acceptList,             // 406
    listPointInTime,             // 400
    findOwner,                   // 404
    read.snapshot,               // 429; instead of a page
    read.page,
    read.answerPage,             // 304
  ),
  read: operation(read.RowContext,
    read.rowQuery,               // 400
    read.acceptJson,             // 406
    rowPointInTime,              // 400
    read.row,                    // 404
    read.answerRow,              // 304
  ),
  create: operation(write.CreationContext,
    write.creationQuery,         // 400
    read.acceptJson,             // 406
    write.forbidCreation,        // 403
    write.idempotencyKey,        // 400
    findOwner,                   // 404
    write.creationBody,          // 415, 413, 400
    write.dryRun,
    write.validateCreationExternally,
    write.createRow,             // 400; 409
  ),
  update: operation(write.ChangeContext,
    write.changeQuery,           // 400
    read.acceptJson,             // 406
    write.receiveBody,
    write.previewUpdate,
    write.validateUpdateExternally,
    write.updateRow,             // 404, then If-Match (412), then the body (415, 413, 400)
  ),
  remove: operation(write.ChangeContext,
    read.includeQuery,           // 400
    write.removeRow,             // 404, then If-Match (412); a success has no body, so Accept does not matter
  ),
};

// biome-ignore format: as above
export const listVersions: Run = operation(read.ListContext,
  read.listQuery,                // 400
  read.acceptList,               // 406
  version.findRecorded,          // 404
  version.versionsSnapshot,      // 429; instead of a page
  version.versionsPage,
  read.answerPage,               // 304
);

export type Run = (
  dependencies: ApiDependencies,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer | Streamed>;

/** Where it returns no promise, nothing is waited for: most checks of most requests are done in one turn. */
type Step<Context> = (context: Context) => unknown;

/** The checks of every request, then these steps. */
export function operation<Context extends RequestContext>(
  Context: new (...parts: ConstructorParameters<typeof RequestContext>) => Context,
  ...steps: readonly Step<Context>[]
): Run {
  const all: readonly Step<Context>[] = [...checks, ...steps];
  return async (...parts) => {
    const context = new Context(...parts);
    for (const step of all) {
      const pending = step(context);
      if (pending instanceof Promise) await pending;
      if (!context.answer) continue;
      if (context.reading.shown) recordAnswered(context, context.answer.status);
      return context.answer;
    }
    throw new Error('No step has answered the request.');
  };
}

/** An operation with an order of its own after the common checks. */
export const special = (answer: (context: RequestContext) => Promise<Answer | Streamed>): Run =>
  operation(RequestContext, async (context) => {
    context.answer = await answer(context);
  });
