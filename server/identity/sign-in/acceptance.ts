/** Accepting an invitation with a password, and the data of its page. */
import { detail } from '@muster/contract/messages.ts';
import type { InvitationShown } from '@muster/contract/sign-in.ts';
import { Problem } from '../../problem.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { accountNameOf, refuseWrongPassword } from '../accounts/new-passwords.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { accept, invitationOf } from './invitations.ts';
import { signInPageOf } from './page.ts';
import type { From, SignInParts } from './parts.ts';
import { personById } from './person.ts';
import { refusedSignIn } from './sign-in-errors.ts';
import { nextStep, type Step } from './steps.ts';

export async function shownInvitation(
  parts: SignInParts,
  at: HostAccount,
  token: string,
  from: From,
): Promise<InvitationShown> {
  const { accountId, email, role, expiresAt } = await invitationOf(parts, at, token, from);
  return { email, role, expiresAt: expiresAt.toISOString(), ...(await signInPageOf(parts, accountId)) };
}

export async function acceptWithPassword(
  parts: SignInParts,
  at: HostAccount,
  { token, name, password }: { readonly token: string; readonly name: string; readonly password: string },
  from: From,
): Promise<Step> {
  const invitation = await invitationOf(parts, at, token, from);
  const { accountId } = invitation;
  const account = await accountNameOf(parts.database, accountId);
  await refuseWrongPassword(password, { email: invitation.email, name, account }, 'password');
  const { isPasswordAllowed } = await signInPageOf(parts, accountId);
  // Operators are never vouched for by the provider of one account alone.
  if (!isPasswordAllowed && !invitation.isOperator) throw new Problem('forbidden', detail('providerRequired'));
  const passwordHash = await hashPassword(password);
  const { id } = await parts.database.transaction(accountId, (tx) =>
    accept(tx, invitation, { name: name.trim(), passwordHash }, from),
  );
  const person = await personById(parts.database.session(accountId), id);
  if (!person) throw refusedSignIn();
  return nextStep(parts, accountId, person, from, {
    by: 'invitation',
    way: 'invitation',
    hasSecondFactor: false,
    hasOwnProof: true,
    identityId: null,
  });
}
