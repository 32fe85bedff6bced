/** What the database says of a statement that has nothing to do with its resource. */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

/** A statement that ran out of time, or found no free connection in time. */
export function timedOut(error: unknown, seconds: number): Problem | undefined {
  const { code, message } = error as { code?: string; message?: string };
  const isSlow = code === '57014' || message === 'timeout exceeded when trying to connect';
  return isSlow ? new Problem('timeout', detail('timeout', { seconds }), { cause: error }) : undefined;
}
