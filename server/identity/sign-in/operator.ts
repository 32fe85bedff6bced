/**
 * Administrator commands of the operator: by e-mail address. The rules are those of the administration area; errors
 * name the options of the command.
 */
import { administrators } from '@muster/contract/administration/administrators.ts';
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import type { Role } from '@muster/contract/roles.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { findOne, type StoredRow } from '../../platform/store/read.ts';
import { idIs, setHiddenColumns, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { type Actor, difference, recordAudit } from '../../platform/verbs/audit.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { Problem } from '../../problem.ts';
import { RefusedError, refuseIfAny, wrongEmail, wrongName } from '../accounts/account-errors.ts';
import { type NewAdministrator, storeAdministrator } from '../accounts/administrators.ts';
import { accountNameOf, wrongNewPassword } from '../accounts/new-passwords.ts';
import { operatorOf } from '../accounts/operator.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { removeAdministrator, updateAdministrator } from './administrators.ts';
import { credentialsChanged, renewCredentials } from './credentials.ts';
import { invite } from './invitations.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

export interface Operating {
  readonly database: Database;
  readonly actor: Actor;
}

export interface ListedAdministrator {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly isOperator: boolean;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSignedInAt: Date | null;
  readonly createdAt: Date;
}

export function listAdministrators(database: Database, accountId: string): Promise<ListedAdministrator[]> {
  return database.query<ListedAdministrator>(
    `select id::text as id, email, name, role, is_operator as "isOperator", is_disabled as "isDisabled",
       has_second_factor as "hasSecondFactor", last_signed_in_at as "lastSignedInAt", created_at as "createdAt"
     from administrators where account_id = $1 order by lower(email)`,
    [accountId],
  );
}

export async function addAdministrator(
  { database, actor }: Operating,
  accountId: string,
  declared: NewAdministrator,
  password: string,
): Promise<void> {
  const account = await accountNameOf(database, accountId);
  refuseIfAny({
    email: wrongEmail(declared.email),
    name: declared.name ? wrongName(declared.name) : undefined,
    password: await wrongNewPassword(password, { ...declared, account }),
  });
  const passwordHash = await hashPassword(password);
  await database.transaction(accountId, async (tx) => {
    const { id } = await storeAdministrator(tx, { ...declared, passwordHash });
    await keep(tx, actor, 'administrator.created', null, await findOne(tx, administrators, id));
  });
}

export function inviteAdministrator(
  { database, actor }: Operating,
  accountId: string,
  baseUrl: string,
  invited: { readonly email: string; readonly role: Role; readonly isOperator: boolean },
): Promise<string> {
  refuseIfAny({ email: wrongEmail(invited.email) });
  return refusing(
    database.transaction(accountId, async (tx) => {
      const { shown, link } = await invite(tx, { ...invited, invitedBy: actor.name }, baseUrl);
      await recordAudit(tx, actor, {
        action: 'administrator-invitation.created',
        subject: { type: 'administrator-invitation', id: shown.id },
        before: null,
        after: { email: invited.email, role: invited.role },
      });
      return link;
    }),
  );
}

/** What the operator may change in addition to owners. */
export interface AdministratorChange {
  readonly role?: Role;
  readonly isDisabled?: boolean;
  readonly isOperator?: boolean;
}

export function changeAdministrator(
  operating: Operating,
  accountId: string,
  email: string,
  { isOperator, ...body }: AdministratorChange,
): Promise<void> {
  return withPerson(operating, accountId, email, async (tx, before) => {
    const write = {
      check: () => undefined,
      isConditional: false,
      body: async (): Promise<JsonObject> => ({ ...body }),
    };
    const updated = await updateAdministrator(tx, operatorOf(tx.accountId), before.id, write);
    const isChanged = isOperator !== undefined && parsed(updated, '').isOperator !== isOperator;
    if (isChanged) {
      await updateWithoutTimestamp(tx, administrators, [idIs(before.id)], { isOperator });
      await renewCredentials(tx, before.id, null);
    }
    const after = isChanged ? await findOne(tx, administrators, before.id) : updated;
    if (after?.revision !== before.revision) {
      await keep(tx, operating.actor, 'administrator.updated', before, after);
    }
  });
}

export function deleteAdministrator(operating: Operating, accountId: string, email: string): Promise<void> {
  return withPerson(operating, accountId, email, async (tx, before) => {
    const write = { check: () => undefined, isConditional: false, body: async () => ({}) };
    await removeAdministrator(tx, operatorOf(tx.accountId), before.id, write);
    await keep(tx, operating.actor, 'administrator.deleted', before, null);
  });
}

const factorsGone = statement(`
delete from administrator_factors using administrators
where account_id = $1 and administrators.id = $2 and administrator_id = administrators.id returning 1 as one`);

const identitiesGone = statement(
  'delete from administrator_identities where account_id = $1 and administrator_id = $2',
);

/**
 * Ends every session and pending sign-in. A person who has also lost a second factor signs in with the password alone
 * and enrols again.
 */
export async function resetPassword(
  operating: Operating,
  accountId: string,
  email: string,
  password: string,
  { isWithoutFactors }: { readonly isWithoutFactors: boolean },
): Promise<void> {
  const account = await accountNameOf(operating.database, accountId);
  refuseIfAny({ password: await wrongNewPassword(password, { email, account }) });
  const passwordHash = await hashPassword(password);
  await withPerson(operating, accountId, email, async (tx, { id }) => {
    await setHiddenColumns(tx, administrators, [idIs(id)], { passwordHash });
    await credentialsChanged(tx, operating.actor, id, null);
    await keepAbout(tx, operating.actor, 'password.changed', id);
    if (!isWithoutFactors) return;
    await tx.run(factorsGone, [id]);
    await tx.run(identitiesGone, [id]);
    await removeRecoveryCodes(tx, id);
    await updateWithoutTimestamp(tx, administrators, [idIs(id)], { hasSecondFactor: false });
    await keepAbout(tx, operating.actor, 'factor.removed', id);
  });
}

/** Returns how many sessions ended. */
export function signOut(operating: Operating, accountId: string, email: string): Promise<number> {
  return withPerson(operating, accountId, email, async (tx, { id }) => {
    const { ended } = await renewCredentials(tx, id, null);
    if (ended.length > 0) await keepAbout(tx, operating.actor, 'session.ended', id);
    return ended.length;
  });
}

/** For a required provider that no longer works. False: none is required. */
export async function allowPasswords({ database, actor }: Operating, accountId: string): Promise<boolean> {
  return database.transaction(accountId, async (tx) => {
    const changed = await updateWithoutTimestamp(tx, identityProviders, [() => 'is_required'], { isRequired: false });
    if (changed === 0) return false;
    await recordAudit(tx, actor, {
      action: 'identity-provider.updated',
      subject: null,
      before: { isRequired: true },
      after: { isRequired: false },
    });
    return true;
  });
}

const byEmail = statement(`
select id::text as id from administrators where account_id = $1 and lower(email) = lower($2)`);

function withPerson<T>(
  { database }: Operating,
  accountId: string,
  email: string,
  work: (tx: Tx, person: StoredRow) => Promise<T>,
): Promise<T> {
  return refusing(
    database.transaction(accountId, async (tx) => {
      const [found] = await tx.run<{ id: string }>(byEmail, [email]);
      const person = found && (await findOne(tx, administrators, found.id));
      if (!person) throw new RefusedError({ email: ['The account has no administrator with this address.'] });
      return work(tx, person);
    }),
  );
}

function keep(tx: Tx, actor: Actor, action: string, before: StoredRow | null, after: StoredRow | null | undefined) {
  const row = (shown: StoredRow | null | undefined) => (shown ? parsed(shown, '') : null);
  return recordAudit(tx, actor, {
    action,
    subject: { type: administrators.type, id: (before ?? after)?.id ?? '' },
    ...difference(administrators, row(before), row(after)),
  });
}

const keepAbout = (tx: Tx, actor: Actor, action: string, id: string): Promise<void> =>
  recordAudit(tx, actor, { action, subject: { type: administrators.type, id }, before: null, after: null });

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.errors ? new RefusedError(error.errors) : error;
  }
}
