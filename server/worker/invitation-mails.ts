/** Sends invitations by mail, whichever node they were made on. */
import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import { claimMail, closeMail, type MailClaim, retryMail } from '../identity/sign-in/invitation-mails.ts';
import { invitationLink } from '../identity/sign-in/invitations.ts';
import { invitationText } from '../identity/sign-in/mail-texts.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import type { MailServer } from '../settings/mail.ts';

export interface MailWorkerOptions {
  /** Null: this node sends no mails. */
  readonly server: MailServer | null;
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const everyMs = 500;
const timeoutMs = 20_000;

export function startInvitationMails(options: MailWorkerOptions): { stop(): Promise<void> } {
  const { server, database, onError, now } = options;
  if (!server) return { stop: async () => undefined };
  const transport = transportTo(server);
  let isStopping = false;

  /** False: nothing waits. */
  async function sendNext(claim: MailClaim | null): Promise<boolean> {
    if (!claim) return false;
    const { token } = claim;
    if (token === null) {
      // The vault has logged it. Somebody can send the invitation again, with another link.
      await closeMail(database, claim, 'failed');
      return true;
    }
    try {
      await transport.sendMail(mailOf({ ...claim, token }, options, server as MailServer));
      await closeMail(database, claim, 'sent');
    } catch (error) {
      if (isFinal(error)) await closeMail(database, claim, 'failed');
      else await retryMail(database, claim);
      onError(reasonOf(error));
    }
    return true;
  }

  async function look(): Promise<void> {
    for (let isMore = true; isMore && !isStopping; ) isMore = await sendNext(await claimMail(database, now()));
  }

  const looking = repeat(everyMs, look, onError);
  return {
    async stop() {
      isStopping = true;
      await looking.stop();
      transport.close();
    },
  };
}

/** A password is only sent over an encrypted connection. */
const transportTo = ({ host, port, isEncrypted, credentials, ca }: MailServer) =>
  createTransport({
    host,
    port,
    secure: isEncrypted,
    requireTLS: !isEncrypted && credentials !== null,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    ...(ca !== null && { tls: { ca } }),
  });

/** The same mail has the same Message-ID: should it be sent twice, mailboxes show it once. */
function mailOf(claim: MailClaim & { readonly token: string }, { addresses }: MailWorkerOptions, { from }: MailServer) {
  const baseUrl = addresses.baseUrlOf(claim);
  const { hostname } = new URL(baseUrl);
  const digest = createHash('sha256').update(claim.sealedToken).digest('hex').slice(0, 32);
  return {
    from: from ?? `muster@${hostname}`,
    to: claim.email,
    messageId: `<invitation-${claim.id}-${digest}@${hostname}>`,
    ...invitationText({ ...claim, account: claim.name, link: invitationLink(baseUrl, claim.token) }),
  };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
}

/** The server refuses this address or this mail for good; anything else may pass. */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};

/** Messages of the server can repeat the address, the link and credentials: only codes are logged. */
const reasonOf = (error: unknown): Error => {
  const { code = 'unknown', responseCode } = error as SmtpError;
  return new Error(`The mail server did not accept an invitation: ${[code, responseCode].filter(Boolean).join(' ')}.`);
};
