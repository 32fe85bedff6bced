/** The people who may sign in to the administration area of an account. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Role } from '@muster/contract/roles.ts';
import type { Session } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import { Problem } from '../../problem.ts';
import { RefusedError } from './account-errors.ts';

export interface NewAdministrator {
  readonly email: string;
  readonly name?: string | null;
  /** Owner by default. */
  readonly role?: Role;
  readonly isOperator?: boolean;
  /** Only for hr; null: all. */
  readonly businessEstablishments?: readonly { readonly id: string }[] | null;
  /** Only for a manager. */
  readonly employeeRecord?: { readonly id: string } | null;
}

/** The unique index decides whether the address is free. */
export async function storeAdministrator(
  session: Session,
  {
    email,
    name = null,
    role = 'owner',
    isOperator = false,
    businessEstablishments = null,
    employeeRecord = null,
    passwordHash,
  }: NewAdministrator & { readonly passwordHash: string | null },
): Promise<StoredRow> {
  try {
    return await insert(session, administrators, {
      email,
      name,
      role,
      isOperator,
      businessEstablishments,
      employeeRecord,
      isDisabled: false,
      hasSecondFactor: false,
      passwordHash,
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.errors?.email === undefined) throw error;
    throw new RefusedError({ email: ['The account has an administrator with this address already.'] });
  }
}
