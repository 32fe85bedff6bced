/** Sandboxes of all accounts, as the operator finds them. */
import { RefusedError } from '../../identity/accounts/account-errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { markDropping } from './account-rows.ts';

export interface Sandbox {
  readonly id: string;
  /** Of the account that it is a copy of; the sandbox is called the same, and has a name of its own next to it. */
  readonly account: string;
  readonly originId: string | null;
  readonly name: string;
  readonly address: string;
  readonly state: 'copying' | 'ready' | 'failed' | 'dropping';
  readonly progressPercent: number;
  readonly clockOffsetMs: number;
  readonly createdAt: Date;
}

const columns = `id::text as id, name as account, origin_id::text as "originId", sandbox as name, address, state,
  progress_percent as "progressPercent", clock_offset_ms::float8 as "clockOffsetMs", created_at as "createdAt"`;

export const listSandboxes = (database: Database, originId: string | null = null): Promise<Sandbox[]> =>
  database.query<Sandbox>(
    `select ${columns} from accounts where environment = 'sandbox' and ($1::bigint is null or origin_id = $1)
     order by lower(name), sandbox`,
    [originId],
  );

/** By the name that the service made. */
export async function sandboxNamed(database: Database, name: string): Promise<Sandbox> {
  const [found, ...others] = await database.query<Sandbox>(
    `select ${columns} from accounts where environment = 'sandbox' and sandbox = $1`,
    [name.toLowerCase()],
  );
  if (found && others.length === 0) return found;
  throw new RefusedError({ name: ['There is no such sandbox. "muster sandboxes list" shows those that exist.'] });
}

/** One that was opened empty has no account whose audit log could hold who dropped it. */
export const dropEmptySandbox = (database: Database, id: string): Promise<void> =>
  database.transaction('0', (tx) => markDropping(tx, id));
