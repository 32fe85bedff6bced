/**
 * The sign-in of people over HTTP; server/identity/sign-in has the logic. Every request that changes something must come from
 * our own pages, signed in or not: a foreign page could otherwise sign a person in as somebody else.
 */
import { detail } from '@muster/contract/messages.ts';
import { type SignInBegun, type SignInOperation, signIn } from '@muster/contract/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { acceptWithPassword, shownInvitation } from '../../identity/sign-in/acceptance.ts';
import { checkPassword, confirmed } from '../../identity/sign-in/confirmation.ts';
import { credentialsChanged } from '../../identity/sign-in/credentials.ts';
import { goOnToLink, returnToLink } from '../../identity/sign-in/linking.ts';
import { signInPage } from '../../identity/sign-in/page.ts';
import { actorOf, type SignInParts } from '../../identity/sign-in/parts.ts';
import { signInWithPassword } from '../../identity/sign-in/password.ts';
import { pendingOf } from '../../identity/sign-in/pending.ts';
import { proofIn } from '../../identity/sign-in/proof.ts';
import { callbackPath, goToProvider, returnFromProvider } from '../../identity/sign-in/provider-sign-in.ts';
import {
  askForPasskey,
  isOfPerson,
  type PendingOfPerson,
  signInWithPasskey,
  signInWithSecondFactor,
} from '../../identity/sign-in/second-factor.ts';
import { endOwnSession } from '../../identity/sign-in/sessions.ts';
import { listSessions, listSignIns } from '../../identity/sign-in/sign-ins.ts';
import { whoAmI } from '../../identity/sign-in/who-am-i.ts';
import { invalid, Problem } from '../../problem.ts';
import { allowMethods } from '../allowed-methods.ts';
import { refuseCrossSite, sessionCookie } from '../api/session-cookie.ts';
import { jsonType, sendText } from '../response/response.ts';
import { type Handle, type Handlers, knownBy, still } from './handlers.ts';
import { profileHandlers } from './profile.ts';
import {
  answerOf,
  bodyOf,
  clearCookies,
  goOn,
  pendingToken,
  requestContextOf,
  type SignInContext,
  setPending,
  signedInCaller,
} from './sign-in-context.ts';

const handlers: Handlers = {
  ...profileHandlers,
  page: ({ parts, at, request }) => {
    const { account, environment, sandbox } = request.query as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return signInPage(parts, at, {
      account: text(account),
      environment: text(environment),
      sandbox: text(sandbox),
    });
  },
  async withPassword(context, body) {
    const { parts, at, from } = context;
    return answerOf(context, await signInWithPassword(parts, at, body, from));
  },
  async whoAmI(context) {
    const { accountId, token } = await signedInCaller(context);
    return still(await whoAmI(context.parts, accountId, token));
  },
  /** Without a session this does nothing. */
  async signOut(context) {
    const { parts, request, at, from } = context;
    clearCookies(context);
    const token = request.cookies[sessionCookie(parts.addresses.isSecure)];
    const session = token === undefined ? null : await parts.liveSessions.sessionOf(token, at);
    if (token === undefined || !session?.caller.person) return;
    const { administratorId: id, email, sessionId } = session.caller.person;
    await endOwnSession(parts, session.caller.accountId, { id, email }, sessionId, from);
    parts.liveSessions.forget(token);
  },
  async confirm(context, { password }) {
    const { parts, from } = context;
    const { accountId, person, token } = await signedInCaller(context);
    const confirming = { accountId, from, ...person };
    await checkPassword(parts, confirming, password);
    return answerOf(context, { kind: 'session', accountId, token: await confirmed(parts, confirming, token) });
  },
  async withSecondFactor(context, { code, recoveryCode, passkey }) {
    const { parts, from } = context;
    const pending = await pendingOf(parts, pendingToken(context), 'second-factor');
    if (!isOfPerson(pending)) throw new Problem('unauthorized', detail('signInNotBegun'));
    const [proof, ...others] = [
      ...(code === undefined ? [] : [{ code }]),
      ...(recoveryCode === undefined ? [] : [{ recoveryCode }]),
      ...(passkey === undefined ? [] : [{ passkey }]),
    ];
    if (!proof || others.length > 0) throw invalid({ $: ['Must have one of: code, recoveryCode, passkey.'] });
    return answerOf(context, await signInWithSecondFactor(parts, pending, proof, context.at, from));
  },
  async passkeyOptions(context) {
    const { parts, at } = context;
    const pending = await pendingOf(parts, pendingToken(context), 'second-factor');
    const { options, token } = await askForPasskey(parts, at, isOfPerson(pending) ? pending : null);
    if (token !== null) setPending(context, token);
    return options;
  },
  async withPasskey(context, { passkey }) {
    const { parts, at, from } = context;
    const pending = await pendingOf(parts, pendingToken(context), 'passkey');
    if (!pending) throw new Problem('unauthorized', detail('signInNotBegun'));
    return answerOf(context, await signInWithPasskey(parts, at, pending, passkey, from));
  },
  async goToProvider(context, { isLink = false, ...body }) {
    const { parts, at, from } = context;
    if (isLink) return { location: await goOnToLink(parts, at, await waitingForLink(context), body.next) };
    const { location, begun } = await goToProvider(parts, at, body, from);
    setPending(context, begun.token);
    return { location };
  },
  invitation: ({ parts, at, from }, { token }) => shownInvitation(parts, at, token, from),
  async accept(context, body) {
    const { parts, at, from } = context;
    return answerOf(context, await acceptWithPassword(parts, at, body, from));
  },
  async ownSessions(context) {
    const { person } = await signedInCaller(context);
    return { items: await listSessions(context.parts, person.administratorId, person.sessionId) };
  },
  async signIns(context) {
    const { person } = await signedInCaller(context);
    return { items: await listSignIns(context.parts, person.administratorId, person.sessionId) };
  },
  async endSession(context) {
    const caller = await signedInCaller(context);
    const { accountId, person, token } = caller;
    const { id } = context.request.params as { id: string };
    const isEnded = await endOwnSession(context.parts, accountId, knownBy(caller), id, context.from);
    if (!isEnded) throw new Problem('not-found', detail('noSuchResource', { type: 'session', id }));
    if (id !== person.sessionId) return;
    context.parts.liveSessions.forget(token);
    clearCookies(context);
  },
  async signOutEverywhere(context) {
    const caller = await signedInCaller(context);
    const { accountId, person, token } = caller;
    const { keep } = context.request.query as { keep?: unknown };
    if (keep !== undefined && keep !== 'current') throw invalid({ keep: ['Must be current, or left out.'] });
    const keptId = keep === 'current' ? person.sessionId : null;
    const actor = actorOf(knownBy(caller), context.from);
    // Pending sign-ins end as well, as after a new password.
    const kept = await context.parts.database.transaction(accountId, (tx) =>
      credentialsChanged(tx, actor, person.administratorId, keptId),
    );
    if (kept) return goOn(context, caller, kept);
    context.parts.liveSessions.forget(token);
    clearCookies(context);
  },
};

/** Only if the page requests it: another person may use the provider in the same browser. */
async function waitingForLink(context: SignInContext): Promise<PendingOfPerson> {
  const pending = await pendingOf(context.parts, pendingToken(context), 'link');
  if (!isOfPerson(pending) || !proofIn(pending)) throw new Problem('unauthorized', detail('signInNotBegun'));
  return pending;
}

export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  serveReturn(app, parts);
  const operations = Object.entries(signIn) as [keyof typeof signIn, SignInOperation][];
  for (const [url, offered] of Map.groupBy(operations, ([, { path }]) => path.replaceAll(/\{(\w+)\}/g, ':$1'))) {
    for (const [name, operation] of offered) serve(app, url, operation, handlers[name] as Handle<unknown>, parts);
    allowMethods(
      app,
      url,
      offered.map(([, { method }]) => method),
    );
  }
}

/** The provider redirects the browser here. In every case the browser continues on one of our pages. */
function serveReturn(app: FastifyInstance, parts: SignInParts): void {
  app.get(callbackPath, async (request, reply) => {
    const context = requestContextOf(parts, request, reply);
    try {
      const pending = await pendingOf(parts, pendingToken(context), 'provider', 'link');
      if (!pending) throw new Problem('unauthorized', detail('signInNotBegun'));
      const { step, next } = isOfPerson(pending)
        ? await returnToLink(parts, context.at, pending, request.url, context.from)
        : await returnFromProvider(parts, context.at, pending, request.url, context.from);
      await answerOf(context, step);
      return reply.redirect(step.kind === 'pending' ? stepPage(step.answer, next) : next, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return reply.redirect('/console/sign-in?problem=provider', 303);
    }
  });
}

/** The console page for the missing step of a sign-in. */
function stepPage({ state, secondFactors, expiresAt }: SignInBegun, next: string): string {
  const words = { begun: state, factors: secondFactors.join(','), until: expiresAt, next };
  return `/console/sign-in?${new URLSearchParams(words)}`;
}

function serve(
  app: FastifyInstance,
  url: string,
  { method, by, body }: SignInOperation,
  handle: Handle<unknown>,
  parts: SignInParts,
): void {
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      refuseCrossSite(request);
      const context = requestContextOf(parts, request, reply);
      await refuseStrangers(context, by);
      const answer = await handle(context, body && (await bodyOf(context, body)));
      if (answer === undefined) return reply.code(204).send();
      return sendText(reply.header('content-type', jsonType), JSON.stringify(answer));
    },
  });
}

/** Runs before the body is read. The next step itself checks a pending sign-in. */
async function refuseStrangers(context: SignInContext, by: SignInOperation['by']): Promise<void> {
  const hasBegun = pendingToken(context) !== undefined;
  if (by === 'begun' && !hasBegun) throw new Problem('unauthorized', detail('signInNotBegun'));
  if (by === 'person' || (by === 'confirmed' && !hasBegun)) await signedInCaller(context);
}
