/**
 * The redirect to the provider and back. A pending sign-in holds the state; the way back is used once. The result is
 * the person who linked the identity, or who was invited with the address that the provider has verified.
 */

import { invalid } from '../../problem.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { accountAsked, type FoundAccount, type NamedAccount, servedAccount } from './account.ts';
import { type Provider, providerOf, withoutProvider } from './account-provider.ts';
import { bindIdentity, knownIdentity } from './identities.ts';
import { accept, type Invitation, invitationOf } from './invitations.ts';
import type { From, SignInParts } from './parts.ts';
import { keepRefusal } from './password.ts';
import { type Begun, begin, isOutdated, type Pending, used } from './pending.ts';
import { type KnownPerson, personById } from './person.ts';
import type { AuthorizationRequest, Identity } from './provider.ts';
import { refusedSignIn } from './sign-in-errors.ts';
import { nextStep, type Step } from './steps.ts';

export type { AuthorizationRequest } from './provider.ts';

export const callbackPath = '/admin-api/session/provider/callback';

export interface ProviderAttempt extends NamedAccount {
  /** The page to continue with. */
  readonly next?: string | undefined;
  /** The token of an invitation, for a person without access to the account yet. */
  readonly invitation?: string | undefined;
}

interface PendingProviderSignIn {
  readonly accountId: string;
  readonly asked: AuthorizationRequest;
  readonly next: string;
  readonly invitation: string | null;
}

export async function goToProvider(
  parts: SignInParts,
  at: HostAccount,
  { next, invitation, ...named }: ProviderAttempt,
  from: From,
): Promise<{ readonly location: string; readonly begun: Begun }> {
  const account = await accountOf(parts, at, invitation, named, from);
  if (!account) throw noProvider();
  const { location, asked, baseUrl } = await askProvider(parts, at, account.id);
  const held: PendingProviderSignIn = {
    accountId: account.id,
    asked,
    next: ownPage(next, baseUrl),
    invitation: invitation ?? null,
  };
  return { location, begun: await begin(parts, 'provider', null, { ...held }) };
}

const noProvider = () => invalid({ $: ['The account has no provider to sign in with.'] });

/** The address of the provider, and the expected state. */
export async function askProvider(
  parts: SignInParts,
  at: HostAccount,
  accountId: string,
): Promise<{ readonly location: string; readonly asked: AuthorizationRequest; readonly baseUrl: string }> {
  const session = parts.database.session(accountId);
  const provider = await providerOf(session);
  if (!provider) throw await withoutProvider(session);
  const account = await servedAccount(parts, at, accountId);
  if (!account) throw noProvider();
  const { baseUrl } = account;
  const way = await parts.providers.ask(provider, baseUrl + callbackPath).catch((error: unknown) => {
    parts.onProviderFailure(error);
    throw invalid({ $: ['The provider does not answer, or not as it should: an owner of the account looks at it.'] });
  });
  return { ...way, baseUrl };
}

async function accountOf(
  parts: SignInParts,
  at: HostAccount,
  invitation: string | undefined,
  named: NamedAccount,
  from: From,
): Promise<FoundAccount | null> {
  if (invitation === undefined) return accountAsked(parts, at, named);
  return servedAccount(parts, at, (await invitationOf(parts, at, invitation, from)).accountId);
}

const home = '/console/';

/** Only pages of the console are allowed; any other target becomes its home page. */
export function ownPage(next: string | undefined, baseUrl: string): string {
  const url = next === undefined ? null : URL.parse(next, baseUrl);
  const isOwn = url !== null && url.origin === new URL(baseUrl).origin && url.pathname.startsWith(home);
  return isOwn ? url.pathname + url.search + url.hash : home;
}

export interface Returned {
  readonly step: Step;
  /** The page to continue with. */
  readonly next: string;
}

/** `url` is the requested address of the way back. */
export async function returnFromProvider(
  parts: SignInParts,
  at: HostAccount,
  pending: Pending,
  url: string,
  from: From,
): Promise<Returned> {
  // The state from begin() above.
  const held = pending.held as unknown as PendingProviderSignIn;
  const account = await servedAccount(parts, at, held.accountId);
  const provider = account && (await providerOf(parts.database.session(account.id)));
  if (!account || !provider || !(await used(parts, pending))) throw refusedSignIn();
  const identity = await identityAnswered(parts, provider, { ...account, asked: held.asked }, url, from);
  const found =
    (await meantBy(parts, account.id, provider, identity)) ??
    (await invited(parts, at, held, provider, identity, from));
  if (!found || found.person.isDisabled || !found.mayVouch || isOutdated(pending, found.person)) {
    await keepRefusal(parts, account.id, found?.person ?? null, from);
    throw refusedSignIn();
  }
  const step = await nextStep(parts, account.id, found.person, from, {
    by: 'provider',
    way: 'provider',
    hasSecondFactor: false,
    hasOwnProof: false,
    identityId: found.identityId,
  });
  return { step, next: held.next };
}

/** Refuses unless everything about the response is valid. */
export async function identityAnswered(
  parts: SignInParts,
  provider: Provider,
  { id, baseUrl, asked }: { readonly id: string; readonly baseUrl: string; readonly asked: AuthorizationRequest },
  url: string,
  from: From,
): Promise<Identity> {
  return parts.providers.answered(provider, new URL(url, baseUrl), asked).catch(async (error: unknown) => {
    parts.onProviderFailure(error);
    await keepRefusal(parts, id, null, from);
    throw refusedSignIn();
  });
}

interface Meant {
  readonly person: KnownPerson;
  readonly identityId: string;
  /** For an operator, the identity counts only if they linked it themselves. */
  readonly mayVouch: boolean;
}

async function meantBy(
  { database }: SignInParts,
  accountId: string,
  provider: Provider,
  identity: Identity,
): Promise<Meant | null> {
  const session = database.session(accountId);
  const known = await knownIdentity(session, provider.id, identity);
  const person = known && (await personById(session, known.administratorId));
  return person && { person, identityId: known.id, mayVouch: !person.isOperator || known.origin === 'person' };
}

/** A new person, who has nothing else to sign in with. Operators choose a password. */
async function invited(
  parts: SignInParts,
  at: HostAccount,
  { accountId, invitation }: PendingProviderSignIn,
  provider: Provider,
  identity: Identity,
  from: From,
): Promise<Meant | null> {
  if (invitation === null) return null;
  const found = await invitationOf(parts, at, invitation, from);
  if (found.accountId !== accountId || found.isOperator || !isFor(found, identity)) return null;
  return parts.database.transaction(accountId, async (tx) => {
    const { id } = await accept(tx, found, { name: identity.name, passwordHash: null }, from);
    const identityId = await bindIdentity(tx, id, provider.id, identity, 'invitation');
    const person = await personById(tx, id);
    if (!person || identityId === null) throw refusedSignIn();
    return { person, identityId, mayVouch: true };
  });
}

const isFor = (invitation: Invitation, { email }: Identity): boolean =>
  email !== null && invitation.email.toLowerCase() === email.toLowerCase();
