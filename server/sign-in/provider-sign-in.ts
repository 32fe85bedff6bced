/** The way to the provider and back. What was asked is held by a sign-in that has begun; the way back is used once. */
import type { HostAccount } from '../accounts/addresses.ts';
import { invalid } from '../problem.ts';
import { accountAsked, type FoundAccount, type NamedAccount, servedAccount } from './account.ts';
import { providerOf } from './identity-providers.ts';
import { accept, type Invitation, invitationOf } from './invitations.ts';
import type { From, SignInParts } from './parts.ts';
import { keepRefusal } from './password.ts';
import { type Begun, begin, type Pending, used } from './pending.ts';
import { personById } from './person.ts';
import { type Asked, administratorBy, bind, type Identity } from './provider.ts';
import { refusedSignIn } from './refused.ts';
import { nextStep, type Step } from './steps.ts';

export const callbackPath = '/admin-api/session/provider/callback';

export interface ProviderAttempt extends NamedAccount {
  /** A page of ours to go on with. */
  readonly next?: string | undefined;
  /** The token of one, for who has no part in the account yet. */
  readonly invitation?: string | undefined;
}

interface Held {
  readonly accountId: string;
  readonly asked: Asked;
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
  const provider = account && (await providerOf(parts.database.session(account.id)));
  if (!account || !provider) throw invalid({ $: ['The account has no provider to sign in with.'] });
  const baseUrl = parts.addresses.baseUrlOf(account);
  const way = await parts.providers.ask(provider, baseUrl + callbackPath).catch((error: unknown) => {
    parts.onProviderFailure(error);
    throw invalid({ $: ['The provider does not answer, or not as it should: an owner of the account looks at it.'] });
  });
  const held: Held = {
    accountId: account.id,
    asked: way.asked,
    next: ownPage(next, baseUrl),
    invitation: invitation ?? null,
  };
  return { location: way.location, begun: await begin(parts, 'provider', null, { ...held }) };
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

/** Nobody is led anywhere else: what is not a page of the console is its home. */
export function ownPage(next: string | undefined, baseUrl: string): string {
  const url = next === undefined ? null : URL.parse(next, baseUrl);
  const isOwn = url !== null && url.origin === new URL(baseUrl).origin && url.pathname.startsWith(home);
  return isOwn ? url.pathname + url.search + url.hash : home;
}

export interface Returned {
  readonly step: Step;
  /** Where to go on. */
  readonly next: string;
}

/** `url` is the address of the way back, as it was asked. */
export async function returnFromProvider(
  parts: SignInParts,
  at: HostAccount,
  pending: Pending,
  asked: string,
  from: From,
): Promise<Returned> {
  // What begin() was given above.
  const held = pending.held as unknown as Held;
  const account = await servedAccount(parts, at, held.accountId);
  const provider = account && (await providerOf(parts.database.session(account.id)));
  if (!account || !provider || !(await used(parts, pending))) throw refusedSignIn();
  const identity = await parts.providers
    .answered(provider, new URL(asked, account.baseUrl), held.asked)
    .catch(async (error: unknown) => {
      parts.onProviderFailure(error);
      await keepRefusal(parts, account.id, null, from);
      throw refusedSignIn();
    });
  const id = await personOf(parts, at, held, identity, from);
  const person = id === null ? null : await personById(parts.database.session(account.id), id);
  if (!person || person.isDisabled) {
    await keepRefusal(parts, account.id, person, from);
    throw refusedSignIn();
  }
  // Whether one factor is enough is for the provider to say.
  const step = await nextStep(parts, account.id, person, from, { by: 'provider', isProved: true });
  return { step, next: held.next };
}

async function personOf(
  parts: SignInParts,
  at: HostAccount,
  { accountId, invitation }: Held,
  identity: Identity,
  from: From,
): Promise<string | null> {
  const known = await parts.database.transaction(accountId, (tx) => administratorBy(tx, identity));
  if (known !== null || invitation === null) return known;
  const invited = await invitationOf(parts, at, invitation, from);
  if (!isFor(invited, identity)) return null;
  return parts.database.transaction(accountId, async (tx) => {
    const { id } = await accept(tx, invited, { name: identity.name, passwordHash: null }, from);
    await bind(tx, id, identity);
    return id;
  });
}

const isFor = (invitation: Invitation, { email }: Identity): boolean =>
  email !== null && invitation.email.toLowerCase() === email.toLowerCase();
