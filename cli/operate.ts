/** How a command works on an account: through the operations of the API, as the operator. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import type { OperatedAccount, Operator, OperatorCalls } from '@muster/server/admin/operator-calls.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import type { Account } from '@muster/server/identity/accounts/accounts.ts';
import type { AccountAddress, AddressBook } from '@muster/server/identity/accounts/addresses.ts';
import { unknownReference } from '@muster/server/platform/verbs/body.ts';
import { type OptionNames, refusing } from './refusing.ts';

export type { OperatorCalls } from '@muster/server/admin/operator-calls.ts';

/** What commands need of an installation. */
export interface Operating extends Operator {
  readonly addresses: AddressBook;
}

export type NamedAccount = AccountAddress & Pick<Account, 'id'>;

/**
 * The work is one transaction. A refusal names options where `names` has them for members. The operations of all resources,
 * a third of the program, are loaded only here.
 */
export async function operate<T>(
  operating: Operating,
  account: NamedAccount,
  work: (calls: OperatorCalls) => Promise<T>,
  names?: OptionNames,
): Promise<T> {
  const { asOperator } = await import('@muster/server/admin/operator-calls.ts');
  return refusing(asOperator(operating, operatedAccount(operating, account), work), names);
}

/** Refuses an id that an argument names and that does not exist, by the name of the argument. */
export async function refuseUnknown(
  { list }: OperatorCalls,
  resource: Resource,
  id: string,
  argument: string,
): Promise<void> {
  const isThere = (await list(resource)).some((one) => one.id === id);
  if (!isThere) throw new RefusedError({ [argument]: [unknownReference(resource.type)] });
}

export const operatedAccount = ({ addresses }: Operating, account: NamedAccount): OperatedAccount => ({
  id: account.id,
  name: account.name,
  baseUrl: addresses.baseUrlOf(account),
  eventSource: addresses.sourceOf(account),
});
