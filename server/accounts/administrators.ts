/** The people who may sign in to the administration area of an account. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Role } from '@muster/contract/roles.ts';
import type { Database, Session } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { insert } from '../store/write.ts';
import { accountNameOf, wrongNewPassword } from './new-passwords.ts';
import { hashPassword } from './passwords.ts';
import { RefusedError, refuseIfAny, wrongEmail, wrongName } from './refusal.ts';

export interface NewAdministrator {
  readonly email: string;
  readonly name?: string | null;
  /** Owner unless stated. */
  readonly role?: Role;
  readonly isOperator?: boolean;
}

export async function createAdministrator(
  { database }: { readonly database: Database },
  accountId: string,
  { password, ...declared }: NewAdministrator & { readonly password: string },
): Promise<{ readonly id: string }> {
  refuseIfAny({
    email: wrongEmail(declared.email),
    name: declared.name ? wrongName(declared.name) : undefined,
    password: await wrongNewPassword(password, { ...declared, account: await accountNameOf(database, accountId) }),
  });
  return storeAdministrator(database.session(accountId), { ...declared, passwordHash: await hashPassword(password) });
}

/** The database decides whether the address is free. */
export async function storeAdministrator(
  session: Session,
  {
    email,
    name = null,
    role = 'owner',
    isOperator = false,
    passwordHash,
  }: NewAdministrator & { readonly passwordHash: string | null },
): Promise<{ readonly id: string }> {
  try {
    return await insert(session, administrators, {
      email,
      name,
      role,
      isOperator,
      isDisabled: false,
      hasSecondFactor: false,
      passwordHash,
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.errors?.email === undefined) throw error;
    throw new RefusedError({ email: ['The account has an administrator with this address already.'] });
  }
}
