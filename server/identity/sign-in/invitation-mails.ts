/**
 * Invitations that wait for the mail server, shared by the workers of all nodes. A worker leases an invitation by moving
 * on the moment at which it is due: a node that is killed is replaced when that moment comes.
 */
import {
  administratorInvitations,
  type MailLanguage,
  mailLanguages,
} from '@muster/contract/administration/administrator-invitations.ts';
import { isOpenAccount } from '../../platform/database/closed-accounts.ts';
import type { Database, Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { idIs, setHiddenColumns, updateWithoutTimestamp } from '../../platform/store/write.ts';
import type { AccountAddress } from '../accounts/addresses.ts';

/** Longer than the longest attempt: nobody else sends the same mail meanwhile. */
const leaseSeconds = 120;

/** After each failed attempt; the last one repeats until the invitation expires. */
const waitsSeconds = [2, 10, 30, 120, 600, 1800];

/** If nodes have different settings, the node that started last wins. */
export async function keepSendsMail(database: Pick<Database, 'query'>, sendsMail: boolean): Promise<void> {
  await database.query('update installation_state set sends_mail = $1 where sends_mail <> $1', [sendsMail]);
}

const sending = statement(`
select sends_mail as "sendsMail", (select language from account_settings where account_id = $1) as language
from installation_state`);

/** Whether there is a mail server, and the language of the account. */
export async function mailState(session: Session): Promise<{ sendsMail: boolean; language: string | null }> {
  const [row] = await session.run<{ sendsMail: boolean; language: string | null }>(sending);
  return row ?? { sendsMail: false, language: null };
}

/** What the encrypted token belongs to: a row that is copied to another invitation cannot be opened. */
const aboutToken = (accountId: string, email: string): string => `administrator_invitations.mail ${accountId} ${email}`;

/** The columns of an invitation that is to be sent; without the token, nothing is sent. */
export const waitingMail = (tx: Tx, email: string, token: string) => ({
  mail: 'waiting' as const,
  mailSealedToken: tx.vault.seal(token, aboutToken(tx.accountId, email)),
  mailAttempts: 0,
  mailDueAt: tx.machineNow,
});

interface MailRow extends AccountAddress {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  readonly invitedBy: string;
  readonly language: MailLanguage | null;
  readonly sealedToken: string;
  readonly attempts: number;
  readonly expiresAt: Date;
}

export interface MailClaim extends Omit<MailRow, 'language'> {
  readonly language: MailLanguage;
  /** Null: it cannot be decrypted, so there is no link to send. */
  readonly token: string | null;
}

const isDue = `mail = 'waiting' and mail_due_at <= now() and mail_sealed_token is not null`;

const due = `
select account_id::text as "accountId", id::text as id from administrator_invitations
where ${isDue} and expires_at > $1 and ${isOpenAccount('account_id')} order by mail_due_at limit 1`;

const locked = statement(`
select invitation.account_id::text as "accountId", invitation.id::text as id, invitation.email,
  invitation.invited_by as "invitedBy", invitation.language,
  invitation.mail_sealed_token as "sealedToken", invitation.mail_attempts::integer + 1 as attempts,
  invitation.expires_at as "expiresAt", account.name, account.environment, account.sandbox
from administrator_invitations as invitation join accounts as account on account.id = invitation.account_id
where invitation.account_id = $1 and invitation.id = $2 and ${isDue}
for update of invitation skip locked`);

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Null: nothing is due, or another worker has just taken it. */
export async function claimMail(database: Database, now: Date): Promise<MailClaim | null> {
  const [next] = await database.query<{ accountId: string; id: string }>(due, [now]);
  if (!next) return null;
  return database.transaction(next.accountId, async (tx) => {
    const [row] = await tx.run<MailRow>(locked, [next.id]);
    if (!row) return null;
    const token = tx.vault.openOrNull(row.sealedToken, aboutToken(row.accountId, row.email));
    const lease = { mailAttempts: row.attempts, mailDueAt: secondsAfter(tx.machineNow, leaseSeconds) };
    await setHiddenColumns(tx, administratorInvitations, [idIs(row.id)], lease);
    return { ...row, token, language: row.language ?? 'en' };
  });
}

/** The language of a mail for the language of an account, such as `fr-CH`. */
export const mailLanguageOf = (tag: string | null): MailLanguage | null =>
  mailLanguages.find((language) => tag?.startsWith(language)) ?? null;

const held = statement(`
select 1 from administrator_invitations
where account_id = $1 and id = $2 and mail_sealed_token = $3 for update`);

/** Once the mail is accepted, or will never be. The token is gone; sending again makes another one. */
export const closeMail = (database: Database, claim: MailClaim, mail: 'sent' | 'failed'): Promise<void> =>
  database.transaction(claim.accountId, async (tx) => {
    const { id, sealedToken } = claim;
    // Otherwise somebody has sent it again meanwhile, or has withdrawn it.
    if ((await tx.run(held, [id, sealedToken])).length === 0) return;
    await setHiddenColumns(tx, administratorInvitations, [idIs(id)], { mailSealedToken: null, mailDueAt: null });
    await updateWithoutTimestamp(tx, administratorInvitations, [idIs(id)], { mail });
  });

export const retryMail = (database: Database, { accountId, id, sealedToken, attempts }: MailClaim): Promise<void> =>
  database.transaction(accountId, async (tx) => {
    if ((await tx.run(held, [id, sealedToken])).length === 0) return;
    const wait = waitsSeconds[Math.min(attempts, waitsSeconds.length) - 1] as number;
    await setHiddenColumns(tx, administratorInvitations, [idIs(id)], { mailDueAt: secondsAfter(tx.machineNow, wait) });
  });
