/**
 * The trace that events name: the outbox takes it from a setting of the session, so that a webhook that is sent later, by
 * any process, continues the trace of the request. Only where traces are made, and only for statements that record events.
 */
import type pg from 'pg';
import type { Requester } from './scheduler.ts';
import type { Statement } from './statement.ts';

/** The setting of each connection outside transactions. */
const traceOf = new WeakMap<pg.PoolClient, string>();

const recording = new WeakMap<Statement, boolean>();

export function recordsEvents(statement: Statement): boolean {
  const known = recording.get(statement);
  if (known !== undefined) return known;
  const isRecording = statement.text.includes('into outbox');
  recording.set(statement, isRecording);
  return isRecording;
}

/** The value to set before statements of this requester; null: the connection has it. */
export function traceToSet(connection: pg.PoolClient, { deadline }: Requester): string | null {
  const wanted = deadline?.span?.traceparent ?? '';
  return (traceOf.get(connection) ?? '') === wanted ? null : wanted;
}

export const noteTrace = (connection: pg.PoolClient, trace: string): void => void traceOf.set(connection, trace);

/** The beginning of a transaction, with the setting until its end. The value consists of digits, letters and hyphens. */
export function beginTraced(begin: string, connection: pg.PoolClient, requester: Requester): string {
  const trace = requester.deadline?.isRead ? null : traceToSet(connection, requester);
  return trace === null ? begin : `${begin}; set local muster.traceparent = '${trace}'`;
}
