/** Sandbox commands of the operator. Each action is recorded in the audit log of the copied account. */

import type { Environment } from '../../config.ts';
import { RefusedError } from '../../identity/accounts/account-errors.ts';
import type { AddressBook } from '../../identity/accounts/addresses.ts';
import { invitationLink, newInvitationToken } from '../../identity/sign-in/invitations.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { type Actor, recordAudit } from '../../platform/verbs/audit.ts';
import { markDropping, storeAccount } from './accounts.ts';
import { moveClock } from './clock.ts';

export interface OperatorParts {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly now: () => Date;
  readonly actor: Actor;
}

export interface Sandbox {
  readonly id: string;
  /** Of the copied account; the sandbox has the same name, and a separate sandbox name. */
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

/** By its generated name. */
export async function sandboxNamed(database: Database, name: string): Promise<Sandbox> {
  const [found, ...others] = await database.query<Sandbox>(
    `select ${columns} from accounts where environment = 'sandbox' and sandbox = $1`,
    [name.toLowerCase()],
  );
  if (found && others.length === 0) return found;
  throw new RefusedError({ name: ['There is no such sandbox. "muster sandboxes list" shows those that exist.'] });
}

export interface MadeSandbox {
  readonly id: string;
  readonly name: string;
  /** The invitation link of the first owner; null if nobody was named. */
  readonly link: string | null;
}

export function makeSandbox(
  { database, addresses, actor }: OperatorParts,
  origin: { readonly id: string; readonly name: string; readonly environment: Environment },
  ownerEmail: string | null,
): Promise<MadeSandbox> {
  if (origin.environment === 'sandbox') throw new RefusedError({ account: ['A sandbox is not copied itself.'] });
  const token = newInvitationToken();
  return database.transaction(origin.id, async (tx) => {
    const made = await storeAccount(tx, addresses, {
      name: origin.name,
      environment: 'sandbox',
      originId: origin.id,
      awaited: ownerEmail === null ? null : { email: ownerEmail, digest: tx.vault.fingerprint(token) },
    });
    const name = made.sandbox ?? '';
    await recordAudit(tx, actor, {
      action: 'sandbox.created',
      subject: { type: 'sandbox', id: made.id },
      before: null,
      after: { name },
    });
    return { id: made.id, name, link: ownerEmail === null ? null : invitationLink(made.address, token) };
  });
}

const clockOf = statement(
  'select clock_offset_ms::float8 as ms from accounts where $1::bigint is not null and id = $2',
);

/** Null: the time of the machine. */
export function setClock(
  { database, actor }: OperatorParts,
  { id, originId, clockOffsetMs }: Sandbox,
  clock: string | null,
): Promise<number> {
  return database.transaction(originId ?? id, async (tx) => {
    await moveClock(tx, id, clock);
    const [now] = await tx.run<{ ms: number }>(clockOf, [id]);
    const after = now?.ms ?? 0;
    await recordAudit(tx, actor, {
      action: 'sandbox.updated',
      subject: { type: 'sandbox', id },
      before: { clockOffsetMs },
      after: { clockOffsetMs: after },
    });
    return after;
  });
}

export function dropSandbox({ database, actor }: OperatorParts, { id, originId, name }: Sandbox): Promise<void> {
  // A sandbox that was created empty has no origin account for the audit entry.
  return database.transaction(originId ?? '0', async (tx) => {
    await markDropping(tx, id);
    if (originId === null) return;
    await recordAudit(tx, actor, {
      action: 'sandbox.deleted',
      subject: { type: 'sandbox', id },
      before: { name },
      after: null,
    });
  });
}
