/** People who administer, as commands name and show them: by their address. */
import { administratorInvitations } from '@muster/contract/administration/administrator-invitations.ts';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import type { Role } from '@muster/contract/roles.ts';
import {
  emailError,
  personNameError,
  RefusedError,
  refuseIfAny,
} from '@muster/server/identity/accounts/account-errors.ts';
import { type NewAdministrator, storeAdministrator } from '@muster/server/identity/accounts/administrators.ts';
import { newPasswordError } from '@muster/server/identity/accounts/new-passwords.ts';
import { hashPassword } from '@muster/server/identity/accounts/passwords.ts';
import { checkLimits } from '@muster/server/identity/accounts/role-limits.ts';
import { renewCredentials } from '@muster/server/identity/sign-in/credentials.ts';
import { createInvitationBy } from '@muster/server/identity/sign-in/invitations.ts';
import { resetCredentials, setOperator } from '@muster/server/identity/sign-in/operator.ts';
import type { Actor } from '@muster/server/platform/verbs/audit.ts';
import { type NamedAccount, type Operating, type OperatorCalls, operate } from './operate.ts';

export interface ListedAdministrator {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly businessEstablishments: readonly { readonly id: string }[] | null;
  readonly employeeRecord: { readonly id: string } | null;
  readonly isOperator: boolean;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSignedInAt: Date | null;
  readonly createdAt: Date;
}

export const listAdministrators = (operating: Operating, account: NamedAccount): Promise<ListedAdministrator[]> =>
  operate(operating, account, async ({ list }) =>
    (await list(administrators, { sort: { path: 'email', isDescending: false } })).map(administratorIn),
  );

type Dates = 'lastSignedInAt' | 'createdAt';

function administratorIn(row: Readonly<Record<string, unknown>>): ListedAdministrator {
  // As the API shows it.
  const shown = row as Readonly<Record<string, unknown>> &
    Omit<ListedAdministrator, Dates> & { lastSignedInAt: string | null; createdAt: string };
  const { id, email, name, role, businessEstablishments, employeeRecord, isOperator, isDisabled, hasSecondFactor } =
    shown;
  const { lastSignedInAt, createdAt } = shown;
  return {
    id,
    email,
    name,
    role,
    businessEstablishments: businessEstablishments?.map((place) => ({ id: place.id })) ?? null,
    employeeRecord: employeeRecord && { id: employeeRecord.id },
    isOperator,
    isDisabled,
    hasSecondFactor,
    lastSignedInAt: lastSignedInAt === null ? null : new Date(lastSignedInAt),
    createdAt: new Date(createdAt),
  };
}

/** The API only invites; an operator sets the first password. */
export async function addAdministrator(
  operating: Operating,
  account: NamedAccount,
  declared: NewAdministrator,
  password: string,
): Promise<void> {
  refuseIfAny({
    email: emailError(declared.email),
    name: declared.name ? personNameError(declared.name) : undefined,
    password: await newPasswordError(password, { ...declared, account: account.name }),
  });
  const passwordHash = await hashPassword(password);
  await operate(operating, account, ({ tx, createWith }) =>
    createWith(administrators, async (access) => {
      const { role, businessEstablishments, employeeRecord } = declared;
      await checkLimits(tx, administrators, access, { role, businessEstablishments, employeeRecord });
      return storeAdministrator(tx, { ...declared, passwordHash });
    }),
  );
}

export type RoleLimits = Pick<NewAdministrator, 'businessEstablishments' | 'employeeRecord'>;

export interface MadeInvitation {
  /** Works once. */
  readonly link: string;
  /** Null: there is no mail server, and somebody forwards the link. */
  readonly mail: string | null;
}

export const inviteAdministrator = (
  operating: Operating,
  account: NamedAccount,
  { isOperator, ...body }: RoleLimits & { readonly email: string; readonly role: Role; readonly isOperator: boolean },
): Promise<MadeInvitation> =>
  operate(operating, account, async ({ tx, createWith }) => {
    const by = { invitedBy: operating.actor?.name ?? '', isOperator };
    const made = await createWith(administratorInvitations, (access) => createInvitationBy(tx, access, body, by));
    return { link: String(made.link), mail: typeof made.mail === 'string' ? made.mail : null };
  });

/** What the operator may change next to what owners may. */
export interface AdministratorChange extends RoleLimits {
  readonly role?: Role;
  readonly isDisabled?: boolean;
  readonly isOperator?: boolean;
}

export const changeAdministrator = (
  operating: Operating,
  account: NamedAccount,
  email: string,
  { isOperator, ...body }: AdministratorChange,
): Promise<void> =>
  withPerson(operating, account, email, async ({ tx, update, updateWith }, id) => {
    await update(administrators, id, body);
    if (isOperator === undefined) return;
    await updateWith(administrators, id, (access) => setOperator(tx, access, id, isOperator));
  });

export const deleteAdministrator = (operating: Operating, account: NamedAccount, email: string): Promise<void> =>
  withPerson(operating, account, email, ({ remove }, id) => remove(administrators, id));

/** Ends every session. Without factors, the password alone lets them in. */
export async function resetPassword(
  operating: Operating & { readonly actor: Actor },
  account: NamedAccount,
  email: string,
  password: string,
  { isWithoutFactors }: { readonly isWithoutFactors: boolean },
): Promise<void> {
  refuseIfAny({ password: await newPasswordError(password, { email, account: account.name }) });
  const passwordHash = await hashPassword(password);
  await withPerson(operating, account, email, ({ tx }, id) =>
    resetCredentials(tx, operating.actor, id, { passwordHash, isWithoutFactors }),
  );
}

/** Returns how many sessions ended. */
export const signOut = (operating: Operating, account: NamedAccount, email: string): Promise<number> =>
  withPerson(operating, account, email, async ({ tx, record }, id) => {
    const { ended } = await renewCredentials(tx, id, null);
    const subject = { type: administrators.type, id };
    if (ended.length > 0) await record({ action: 'session.ended', subject, before: null, after: null });
    return ended.length;
  });

/** For when a provider that is required does not answer any more. False: none is. */
export const allowPasswords = (operating: Operating, account: NamedAccount): Promise<boolean> =>
  operate(operating, account, async ({ list, update }) => {
    const required = (await list(identityProviders)).find(({ isRequired }) => isRequired);
    if (required) await update(identityProviders, String(required.id), { isRequired: false });
    return required !== undefined;
  });

function withPerson<T>(
  operating: Operating,
  account: NamedAccount,
  email: string,
  work: (calls: OperatorCalls, id: string) => Promise<T>,
): Promise<T> {
  return operate(operating, account, async (calls) => {
    const people = await calls.list(administrators);
    const person = people.find((one) => String(one.email).toLowerCase() === email.toLowerCase());
    if (!person) throw new RefusedError({ email: ['The account has no administrator with this address.'] });
    return work(calls, String(person.id));
  });
}
