/** What is reported of a statement after it has run: a span of its request, and a log line if it was slow. Never values. */
import type { Requester } from './scheduler.ts';
import type { Statement } from './statement.ts';

export interface SlowStatement {
  /** The name under which PostgreSQL has prepared it; undefined: it is not prepared. */
  readonly statement: string | undefined;
  /** What it does and with which table. */
  readonly summary: string;
  readonly ms: number;
  readonly accountId: string | null;
}

export interface SlowStatements {
  readonly leastMs: number;
  report(slow: SlowStatement): void;
}

const summaries = new WeakMap<Statement, string>();

/** The verb and the table, such as `insert employees`: as few as there are tables. */
export function summaryOf(statement: Statement): string {
  const known = summaries.get(statement);
  if (known !== undefined) return known;
  const [, verb = 'run', table = ''] =
    /\b(insert|update|delete|merge)\s+(?:into\s+|from\s+)?([a-z_]+)/.exec(statement.text) ??
    /\b(select)\b[\s\S]*?\bfrom\s+([a-z_]+)/.exec(statement.text) ??
    [];
  const summary = `${verb} ${table}`.trim();
  summaries.set(statement, summary);
  return summary;
}

export function reportStatement(
  slow: SlowStatements | undefined,
  { accountId, deadline }: Requester,
  statement: Statement,
  times: { readonly startedAtMs: number; readonly endedAtMs: number; readonly isFailed: boolean },
): void {
  const { startedAtMs, endedAtMs, isFailed } = times;
  deadline?.span?.statement(summaryOf(statement), startedAtMs, attributesOf(statement), isFailed);
  const ms = endedAtMs - startedAtMs;
  if (slow && ms >= slow.leastMs) {
    slow.report({ statement: statement.name, summary: summaryOf(statement), ms: Math.round(ms), accountId });
  }
}

const attributesOf = (statement: Statement) => ({
  'db.system.name': 'postgresql',
  'db.query.summary': summaryOf(statement),
  ...(statement.name !== undefined && { 'muster.statement': statement.name }),
});
