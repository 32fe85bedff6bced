/**
 * A shortcut for prepared statements with only text parameters and text columns: the server is not asked to describe
 * the columns again, and nothing is converted. Nearly every read uses it, and it saves a good part of the driver's cost
 * (docs/decisions/0001). Everything else uses the driver's normal path.
 */
import type pg from 'pg';
import { isReady } from './prepared.ts';
import type { Statement } from './statement.ts';

const bigintType = 20;
const textType = 25;

/** The columns of a statement, which the driver returns as text: text and bigint. */
export interface TextColumns {
  readonly names: readonly string[];
  /**
   * Texts are the same bytes in PostgreSQL's binary format. There it knows their length, which it otherwise counts byte by
   * byte: more than a quarter of its time for a page.
   */
  readonly isBinary: boolean;
}

/** What the normal path has learned about a statement; null if a column needs conversion. */
const learnt = new WeakMap<Statement, TextColumns | null>();

export function learn(statement: Statement, fields: readonly pg.FieldDef[]): void {
  if (learnt.has(statement)) return;
  const names = fields.map(({ name }) => name);
  const isBinary = fields.every(({ dataTypeID }) => dataTypeID === textType);
  const isText = fields.every(({ dataTypeID }) => dataTypeID === textType || dataTypeID === bigintType);
  learnt.set(statement, isText ? { names, isBinary } : null);
}

/** The columns, if the shortcut can be used; undefined otherwise. */
export function textColumns(
  connection: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): TextColumns | undefined {
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
  { names, isBinary }: TextColumns,
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
      // The driver's type of `binary` is wrong: it looks whether there is something.
      connection.bind({ statement: statement.name, values, binary: isBinary ? 'yes' : undefined }, false);
      connection.execute({}, false);
      connection.sync();
      connection.stream.uncork();
    },
    handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
      if (!isBeforeDone) return;
      const row: Record<string, string | null> = {};
      for (let index = 0; index < names.length; index += 1) row[names[index] as string] = fields[index] as string;
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
