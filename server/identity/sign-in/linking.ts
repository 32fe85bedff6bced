/**
 * Links the identity provider to a person: from a recently confirmed session or, if the provider is required, after the
 * password. The redirect to the provider and back is the same as for a sign-in.
 */
import { detail } from '@muster/contract/messages.ts';
import { statement } from '../../platform/database/statement.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { invalid, Problem } from '../../problem.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { servedAccount } from './account.ts';
import { providerOf } from './account-provider.ts';
import { credentialsChanged, refuseOutdated } from './credentials.ts';
import { bindIdentity } from './identities.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';
import { type Begun, begin, replacePendingState, used } from './pending.ts';
import { personById } from './person.ts';
import type { Proof } from './proof.ts';
import type { Identity } from './provider.ts';
import { type AuthorizationRequest, askProvider, identityAnswered, ownPage } from './provider-sign-in.ts';
import type { PendingOfPerson } from './second-factor.ts';
import { refusedSignIn } from './sign-in-errors.ts';
import { nextStep, type Step } from './steps.ts';

/** The state of a link in progress. */
interface PendingLink {
  /** For a sign-in that waits for it; null if the person is signed in. */
  readonly proof: Proof | null;
  /** The session that started it, and the page to continue with. */
  readonly sessionId: string | null;
  readonly next: string;
  readonly asked: AuthorizationRequest;
}

export interface Linking {
  readonly accountId: string;
  readonly administratorId: string;
  readonly sessionId: string;
}

/** For a signed-in person. */
export async function beginLink(
  parts: SignInParts,
  at: HostAccount,
  { accountId, administratorId, sessionId }: Linking,
  next: string | undefined,
): Promise<{ readonly location: string; readonly begun: Begun }> {
  const session = parts.database.session(accountId);
  const person = await personById(session, administratorId);
  if (!person) throw new Problem('unauthorized', detail('signInNeeded'));
  if (person.isLinked) throw invalid({ $: ['The provider is linked to you already: unlink it first.'] });
  const { location, asked, baseUrl } = await askProvider(parts, at, accountId);
  const held: PendingLink = { proof: null, sessionId, next: ownPage(next ?? '/console/profile', baseUrl), asked };
  return { location, begun: await begin(parts, 'link', person, { ...held }) };
}

/** For a sign-in that waits only for this. The token stays the same. */
export async function goOnToLink(
  parts: SignInParts,
  at: HostAccount,
  pending: PendingOfPerson,
  next: string | undefined,
): Promise<string> {
  const { location, asked, baseUrl } = await askProvider(parts, at, pending.accountId);
  await replacePendingState(parts, pending, { ...pending.held, sessionId: null, next: ownPage(next, baseUrl), asked });
  return location;
}

/** The provider has redirected back: the identity is linked. */
export async function returnToLink(
  parts: SignInParts,
  at: HostAccount,
  pending: PendingOfPerson,
  url: string,
  from: From,
): Promise<{ readonly step: Step; readonly next: string }> {
  const { accountId, administratorId } = pending;
  // The state that was stored above.
  const held = pending.held as unknown as PendingLink;
  const account = await servedAccount(parts, at, accountId);
  const provider = account && held.asked && (await providerOf(parts.database.session(accountId)));
  if (!account || !provider || !(await used(parts, pending))) throw refusedSignIn();
  const identity = await identityAnswered(parts, provider, { ...account, asked: held.asked }, url, from);
  const { id, token } = await linked(parts, pending, held.sessionId, provider, identity, from);
  if (token !== null) return { step: { kind: 'session', accountId, token }, next: held.next };
  const person = await personById(parts.database.session(accountId), administratorId);
  if (!person || !held.proof) throw refusedSignIn();
  const proof = { ...held.proof, by: `${held.proof.by}, provider`, way: 'provider', identityId: id } as const;
  return { step: await nextStep(parts, accountId, person, from, proof), next: held.next };
}

const vouched = statement(`
update administrator_sessions as session set identity_id = $4, identity_account_id = $1
from administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and session.id = $3`);

function linked(
  { database }: SignInParts,
  pending: PendingOfPerson,
  sessionId: string | null,
  provider: { readonly id: string; readonly issuer: string },
  identity: Identity,
  from: From,
): Promise<{ readonly id: string; readonly token: string | null }> {
  const { accountId, administratorId } = pending;
  return database.transaction(accountId, async (tx) => {
    await refuseOutdated(tx, pending);
    const person = await personById(tx, administratorId);
    const id = person && (await bindIdentity(tx, administratorId, provider.id, identity, 'person'));
    if (!id) throw refusedSignIn();
    const actor = actorOf(person, from);
    const kept = await credentialsChanged(tx, actor, administratorId, sessionId);
    // A person who started from a session has also authenticated at the provider.
    if (kept) await tx.run(vouched, [administratorId, kept.id, id]);
    await recordAudit(tx, actor, {
      action: 'identity.linked',
      subject: { type: 'administrator', id: administratorId },
      before: null,
      after: { issuer: provider.issuer },
    });
    return { id, token: kept?.token ?? null };
  });
}
