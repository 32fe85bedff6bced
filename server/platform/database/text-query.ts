/**
 * A shortcut for prepared statements with only text parameters and text columns: the server is not asked to describe
 * the columns again, and nothing is converted. Nearly every read uses it, and it saves a good part of the driver's cost
 * (docs/decisions/0001). Everything else uses the driver's normal path.
 */
import type pg from 'pg';
import { isReady } from './prepared.ts';
import type { Statement } from './statement.ts';

/** Columns that the driver returns as text: text and bigint. */
const textTypes = new Set([20, 25]);

/** What the normal path has learned about a statement; null if a column needs conversion. */
const learnt = new WeakMap<Statement, readonly string[] | null>();

export function learn(statement: Statement, fields: readonly pg.FieldDef[]): void {
  if (learnt.has(statement)) return;
  const isText = fields.every(({ dataTypeID }) => textTypes.has(dataTypeID));
  learnt.set(statement, isText ? fields.map(({ name }) => name) : null);
}

/** The columns, if the shortcut can be used; undefined otherwise. */
export function textColumns(
  connection: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): readonly string[] | undefined {
  const columns = learnt.get(statement);
  if (!columns || !isReady(connection, statement)) return undefined;
  return values.every((value) => typeof value === 'string') ? columns : undefined;
}

/** A statement that runs first. Up to the message that ends both, PostgreSQL runs them as one transaction. */
export interface Before {
  readonly statement: Statement;
  readonly values: string[];
}

/** A query in the form that the driver supports for extensions, such as cursors and streams. */
export function textQuery<Row>(
  statement: Statement,
  columns: readonly string[],
  values: string[],
  done: (error: Error | null, rows: Row[]) => void,
  before: Before | null = null,
): pg.Submittable {
  const rows: Row[] = [];
  let failure: Error | null = null;
  let isBeforeDone = before === null;
  const query = {
    name: statement.name,
    text: statement.text,
    submit(connection: pg.Connection) {
      connection.stream.cork();
      if (before) {
        connection.bind({ statement: before.statement.name, values: before.values }, false);
        connection.execute({}, false);
      }
      connection.bind({ statement: statement.name, values }, false);
      connection.execute({}, false);
      connection.sync();
      connection.stream.uncork();
    },
    handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
      if (!isBeforeDone) return;
      const row: Record<string, string | null> = {};
      for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = fields[index] as string;
      rows.push(row as Row);
    },
    handleCommandComplete() {
      isBeforeDone = true;
    },
    // The driver puts its own function here, which ends the response timeout and calls this one.
    callback: done,
    handleReadyForQuery: () => query.callback(null, rows),
    handleError(error: Error) {
      if (failure) return;
      failure = error;
      query.callback(error, []);
    },
  };
  return query;
}
