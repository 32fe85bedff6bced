/**
 * Invitations: a link with a token that is not stored, valid for seven days and once. The invited person chooses a name
 * and a password, or uses the provider; the address and the role are those of the invitation.
 */
import { randomBytes } from 'node:crypto';
import {
  administratorInvitations,
  type MailLanguage,
} from '@muster/contract/administration/administrator-invitations.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Role } from '@muster/contract/roles.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { withTail } from '../../platform/store/address.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { Values } from '../../platform/store/values.ts';
import { idIs, insert, remove, setHiddenColumns } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../../platform/verbs/standard.ts';
import { invalid, Problem } from '../../problem.ts';
import { RefusedError } from '../accounts/account-errors.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { storeAdministrator } from '../accounts/administrators.ts';
import { checkLimits } from '../accounts/role-limits.ts';
import { servedAccount } from './account.ts';
import { mailLanguageOf, mailState, waitingMail } from './invitation-mails.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';
import { checkedThenCounted } from './sign-in-errors.ts';

const invitedMs = 7 * 86_400_000;

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly isOperator?: boolean;
  readonly language?: MailLanguage | null;
  readonly businessEstablishments?: readonly { readonly id: string }[] | null;
  readonly employeeRecord?: { readonly id: string } | null;
}

const taken = statement(`
select exists (select from administrators where account_id = $1 and lower(email) = lower($2)) as "isAdministrator"`);

export const newInvitationToken = (): string => `mst_pi_${randomBytes(32).toString('base64url')}`;

/** After the hash: not sent to a server and not logged. */
export const invitationLink = (baseUrl: string, token: string): string => `${baseUrl}/console/invitation#${token}`;

async function invite(
  tx: Tx,
  invitation: NewInvitation,
  baseUrl: string,
): Promise<{ readonly shown: StoredRow; readonly link: string }> {
  const token = newInvitationToken();
  const { sendsMail, language } = await mailState(tx);
  const shown = await keepInvitation(tx, invitation, tx.vault.fingerprint(token), {
    language: invitation.language ?? mailLanguageOf(language),
    ...(sendsMail && waitingMail(tx, invitation.email, token)),
  });
  return { shown, link: invitationLink(baseUrl, token) };
}

/** An expired invitation does not prevent a new one. */
export async function keepInvitation(
  tx: Tx,
  { email, role, invitedBy, isOperator = false, businessEstablishments = null, employeeRecord = null }: NewInvitation,
  tokenDigest: Buffer,
  mail: Values = {},
): Promise<StoredRow> {
  const [row] = await tx.run<{ isAdministrator: boolean }>(taken, [email]);
  if (row?.isAdministrator) throw invalid({ email: ['The account has an administrator with this address already.'] });
  await remove(tx, administratorInvitations, [
    (place) => `lower(email) = lower(${place(email)})`,
    (place) => `expires_at <= ${place(tx.machineNow)}::timestamptz`,
  ]);
  return insert(tx, administratorInvitations, {
    email,
    role,
    businessEstablishments,
    employeeRecord,
    invitedBy,
    isOperator,
    expiresAt: new Date(tx.machineNow.getTime() + invitedMs),
    tokenDigest,
    ...mail,
  });
}

export const createInvitation = (tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> =>
  createInvitationBy(tx, access, body, { invitedBy: access.caller.person?.email ?? '' });

/** The operator may also invite somebody to run the installation. */
export async function createInvitationBy(
  tx: Tx,
  access: AccessContext,
  body: JsonObject,
  by: Pick<NewInvitation, 'invitedBy' | 'isOperator'>,
): Promise<StoredRow> {
  const { baseUrl } = access.caller;
  // The declaration has checked their types.
  const values = valuesIn(administratorInvitations, body, baseUrl) as Omit<NewInvitation, 'invitedBy'> & JsonObject;
  await checkLimits(tx, administratorInvitations, access, values);
  const { email, role, language = null, businessEstablishments = null, employeeRecord = null } = values;
  const invitation = { email, role, language, businessEstablishments, employeeRecord, ...by };
  const { shown, link } = await invite(tx, invitation, baseUrl);
  return { ...shown, representation: withTail(shown.representation, `,"link":${JSON.stringify(link)}`) };
}

/** Another language, or sends it again: with another link, because the former one is not stored. */
export async function updateInvitation(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await lock(tx, administratorInvitations, access, id);
  write.check(current);
  const { baseUrl } = access.caller;
  const row = parsed(current, baseUrl);
  const changes = changesIn(administratorInvitations, row, await write.body(), baseUrl);
  const { mail } = changes;
  if (Object.keys(changes).length === 0) return current;
  if (mail === undefined) return updateLocked(tx, administratorInvitations, current, changes);
  if (mail !== 'waiting') throw invalid({ mail: ['Can only be changed to waiting, which sends it again.'] });
  if (!(await mailState(tx)).sendsMail) throw invalid({ mail: ['This installation has no mail server.'] });
  const token = newInvitationToken();
  const { mail: waiting, ...hidden } = waitingMail(tx, String(row.email), token);
  const columns = { ...hidden, tokenDigest: tx.vault.fingerprint(token) };
  await setHiddenColumns(tx, administratorInvitations, [idIs(id)], columns);
  return updateLocked(tx, administratorInvitations, current, { ...changes, mail: waiting });
}

export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
  readonly establishments: readonly string[] | null;
  readonly employeeId: string | null;
  readonly isOperator: boolean;
  readonly expiresAt: Date;
}

/** Refuses an unknown, used, withdrawn or expired one, or one of another host, all with the same error. */
export async function invitationOf(
  parts: SignInParts,
  at: HostAccount,
  token: string,
  from: From,
): Promise<Invitation> {
  const { database, now } = parts;
  const invitation = await checkedThenCounted(parts, 'invitation', from, async () => {
    const [row] = await database.query<Invitation>(
      `select id::text as id, account_id::text as "accountId", email, role, is_operator as "isOperator",
         business_establishments_id::text[] as establishments, employee_record_id::text as "employeeId", expires_at as "expiresAt"
       from administrator_invitations where token_digest = $1 and expires_at > $2`,
      [database.vault.fingerprint(token), now()],
    );
    return row && (await servedAccount(parts, at, row.accountId)) ? row : null;
  });
  if (invitation) return invitation;
  throw new Problem('not-found', detail('noSuchInvitation'));
}

export interface Accepted {
  readonly name: string | null;
  /** Null: signs in by the provider. */
  readonly passwordHash: string | null;
}

/** Creates the administrator and uses up the invitation. Returns the person. */
export async function accept(
  tx: Tx,
  { id, email, role, establishments, employeeId, isOperator }: Invitation,
  { name, passwordHash }: Accepted,
  from: From,
): Promise<{ readonly id: string; readonly email: string }> {
  if ((await remove(tx, administratorInvitations, [idIs(id)])) === 0) {
    throw new Problem('not-found', detail('noSuchInvitation'));
  }
  const limits = {
    businessEstablishments: establishments?.map((place) => ({ id: place })) ?? null,
    employeeRecord: employeeId === null ? null : { id: employeeId },
  };
  const person = { id: (await stored(tx, { email, name, role, ...limits, isOperator, passwordHash })).id, email };
  await recordAudit(tx, actorOf(person, from), {
    action: 'invitation.accepted',
    subject: { type: 'administrator', id: person.id },
    before: null,
    after: { role, name, ...limits },
  });
  return person;
}

async function stored(session: Session, administrator: Parameters<typeof storeAdministrator>[1]) {
  try {
    return await storeAdministrator(session, administrator);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw invalid({ email: ['The account has an administrator with this address already.'] });
  }
}
