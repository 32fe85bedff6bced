/** Reads of the operator at the command line: each is written before its rows are shown. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { markedDefinitions } from './confidential-definitions.ts';
import { columnsOf, entriesOf, insertion, readTables } from './read-log.ts';
import type { ShownHolder } from './shown.ts';

const month = statement(
  'select ensure_month(parent, $3) from unnest($2::text[]) as parent where $1::bigint is not null',
);

/** The operation is the command, such as `muster export employee-personal-records`. */
export async function recordOperatorRead(session: Session, operation: string, { shown }: ShownHolder): Promise<void> {
  // The service itself, which fills the demo account, reads nothing for anybody.
  if (!shown || session.author.type !== 'operator') return;
  const entries = entriesOf(
    {
      accountId: session.accountId,
      occurredAt: session.machineNow,
      reader: session.author,
      operation,
      purpose: null,
      traceId: null,
      shown,
    },
    shown.values.size > 0 ? await markedDefinitions(session) : new Set(),
  );
  if (entries.length === 0) return;
  await session.run(month, [readTables, session.machineNow]);
  await session.run(insertion, columnsOf(entries));
}
