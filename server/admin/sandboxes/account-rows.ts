/** Rows of accounts that a worker continues with: a new account to fill, and a sandbox to drop. */

import type { Environment } from '@muster/contract/environments.ts';
import { newSandboxName, reservedHost } from '../../identity/accounts/accounts.ts';
import type { AccountAddress, AddressBook } from '../../identity/accounts/addresses.ts';
import { invitationLink, newInvitationToken } from '../../identity/sign-in/invitations.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { withTail } from '../../platform/store/address.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { invalid } from '../../problem.ts';

const added = statement(`
insert into accounts (name, environment, sandbox, origin_id, address, created_at, state, progress_percent, awaited_email,
  awaited_digest, system_definitions)
select $2, $3, $4, $5, $6, $7, 'copying', 0, $8, $9,
  coalesce((select system_definitions from accounts as origin where origin.id = $5), 0)
where $1::bigint is not null
on conflict (lower(name), environment, coalesce(sandbox, '')) do nothing
returning id::text as id`);

/** Who makes an account: a person, or the operator, who may name its owner or nobody. */
export interface AccountCreator {
  readonly addresses: AddressBook;
  /** Who is invited once it is there. */
  readonly email: string | null;
}

export async function addAccount(
  tx: Tx,
  { addresses, email }: AccountCreator,
  { name, environment }: { readonly name: string; readonly environment: Environment },
  originId: string | null,
): Promise<{ readonly id: string; readonly link: string | null }> {
  const token = newInvitationToken();
  const { id, address } = await storeAccount(tx, addresses, {
    name,
    environment,
    originId,
    awaited: email === null ? null : { email, digest: tx.vault.fingerprint(token) },
  });
  return { id, link: email === null ? null : invitationLink(address, token) };
}

interface AccountToProvision {
  readonly name: string;
  readonly environment: Environment;
  readonly originId: string | null;
  /** The person to invite when the account is ready. */
  readonly awaited: { readonly email: string; readonly digest: Buffer } | null;
}

/** A row that a worker continues with. */
async function storeAccount(
  tx: Tx,
  addresses: AddressBook,
  { name, environment, originId, awaited }: AccountToProvision,
): Promise<AccountAddress & { readonly id: string; readonly address: string }> {
  const account = { name, environment, sandbox: environment === 'sandbox' ? newSandboxName() : null };
  if (addresses.isReserved(account)) {
    throw invalid({ name: [reservedHost] });
  }
  const address = addresses.baseUrlOf(account);
  const [row] = await tx.run<{ id: string }>(added, [
    name,
    environment,
    account.sandbox,
    originId,
    address,
    tx.machineNow,
    awaited?.email ?? null,
    awaited?.digest ?? null,
  ]);
  if (!row) {
    throw invalid({
      name: [`An account of this name exists already in the ${environment} environment; case does not count.`],
    });
  }
  return { ...account, id: row.id, address };
}

export const withLink = (shown: StoredRow, link: string | null): StoredRow =>
  link === null
    ? shown
    : { ...shown, representation: withTail(shown.representation, `,"link":${JSON.stringify(link)}`) };

const dropping = statement(`
update accounts set state = 'dropping', progress_percent = 0, worked_until = null
where $1::bigint is not null and id = $2 and environment = 'sandbox' and id <> $1
  and (state <> 'copying' or worked_until is null or worked_until <= $3)
returning id`);

/** A worker removes its rows. */
export async function markDropping(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.run(dropping, [id, tx.machineNow]);
  if (!row)
    throw invalid({ state: ['Only a sandbox can be dropped, from outside, and not while it is being copied.'] });
}
