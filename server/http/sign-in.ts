/**
 * The sign-in of people over HTTP; server/sign-in has the logic. Every request that changes something must come from
 * our own pages, signed in or not: a foreign page could otherwise sign a person in as somebody else.
 */
import { detail } from '@muster/contract/messages.ts';
import { type SignInBegun, type SignInOperation, signIn } from '@muster/contract/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { invalid, Problem } from '../problem.ts';
import { acceptWithPassword, shownInvitation } from '../sign-in/acceptance.ts';
import { checkPassword, confirmed } from '../sign-in/confirmation.ts';
import { credentialsChanged } from '../sign-in/credentials.ts';
import { goOnToLink, returnToLink } from '../sign-in/linking.ts';
import { signInPage } from '../sign-in/page.ts';
import { actorOf, type SignInParts } from '../sign-in/parts.ts';
import { signInWithPassword } from '../sign-in/password.ts';
import { pendingOf } from '../sign-in/pending.ts';
import { proofIn } from '../sign-in/proof.ts';
import { callbackPath, goToProvider, returnFromProvider } from '../sign-in/provider-sign-in.ts';
import {
  askForPasskey,
  isOfPerson,
  type PendingOfPerson,
  signInWithPasskey,
  signInWithSecondFactor,
} from '../sign-in/second-factor.ts';
import { endOwnSession } from '../sign-in/sessions.ts';
import { listSessions, listSignIns } from '../sign-in/sign-ins.ts';
import { whoAmI } from '../sign-in/who-am-i.ts';
import { jsonType, sendText } from './answer.ts';
import { refuseForeignPages, sessionCookie } from './people.ts';
import { profileHandlers } from './profile.ts';
import { type Handle, type Handlers, knownBy, still } from './sign-in-handlers.ts';
import {
  answerOf,
  bodyOf,
  clearCookies,
  goOn,
  pendingToken,
  type SignInVisit,
  setPending,
  signedInCaller,
  visitOf,
} from './sign-in-visit.ts';

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
  async withPassword(visit, body) {
    const { parts, at, from } = visit;
    return answerOf(visit, await signInWithPassword(parts, at, body, from));
  },
  async whoAmI(visit) {
    const { accountId, token } = await signedInCaller(visit);
    return still(await whoAmI(visit.parts, accountId, token));
  },
  /** Without a session this does nothing. */
  async signOut(visit) {
    const { parts, request, at, from } = visit;
    clearCookies(visit);
    const token = request.cookies[sessionCookie(parts.addresses.isSecure)];
    const session = token === undefined ? null : await parts.people.sessionOf(token, at);
    if (token === undefined || !session?.caller.person) return;
    const { administratorId: id, email, sessionId } = session.caller.person;
    await endOwnSession(parts, session.caller.accountId, { id, email }, sessionId, from);
    parts.people.forget(token);
  },
  async confirm(visit, { password }) {
    const { parts, from } = visit;
    const { accountId, person, token } = await signedInCaller(visit);
    const confirming = { accountId, from, ...person };
    await checkPassword(parts, confirming, password);
    return answerOf(visit, { kind: 'session', accountId, token: await confirmed(parts, confirming, token) });
  },
  async withSecondFactor(visit, { code, recoveryCode, passkey }) {
    const { parts, from } = visit;
    const pending = await pendingOf(parts, pendingToken(visit), 'second-factor');
    if (!isOfPerson(pending)) throw new Problem('unauthorized', detail('signInNotBegun'));
    const [proof, ...others] = [
      ...(code === undefined ? [] : [{ code }]),
      ...(recoveryCode === undefined ? [] : [{ recoveryCode }]),
      ...(passkey === undefined ? [] : [{ passkey }]),
    ];
    if (!proof || others.length > 0) throw invalid({ $: ['Must have one of: code, recoveryCode, passkey.'] });
    return answerOf(visit, await signInWithSecondFactor(parts, pending, proof, visit.at, from));
  },
  async passkeyOptions(visit) {
    const { parts, at } = visit;
    const pending = await pendingOf(parts, pendingToken(visit), 'second-factor');
    const { options, token } = await askForPasskey(parts, at, isOfPerson(pending) ? pending : null);
    if (token !== null) setPending(visit, token);
    return options;
  },
  async withPasskey(visit, { passkey }) {
    const { parts, at, from } = visit;
    const pending = await pendingOf(parts, pendingToken(visit), 'passkey');
    if (!pending) throw new Problem('unauthorized', detail('signInNotBegun'));
    return answerOf(visit, await signInWithPasskey(parts, at, pending, passkey, from));
  },
  async goToProvider(visit, { isLink = false, ...body }) {
    const { parts, at, from } = visit;
    if (isLink) return { location: await goOnToLink(parts, at, await waitingForLink(visit), body.next) };
    const { location, begun } = await goToProvider(parts, at, body, from);
    setPending(visit, begun.token);
    return { location };
  },
  invitation: ({ parts, at, from }, { token }) => shownInvitation(parts, at, token, from),
  async accept(visit, body) {
    const { parts, at, from } = visit;
    return answerOf(visit, await acceptWithPassword(parts, at, body, from));
  },
  async ownSessions(visit) {
    const { person } = await signedInCaller(visit);
    return { items: await listSessions(visit.parts, person.administratorId, person.sessionId) };
  },
  async signIns(visit) {
    const { person } = await signedInCaller(visit);
    return { items: await listSignIns(visit.parts, person.administratorId, person.sessionId) };
  },
  async endSession(visit) {
    const caller = await signedInCaller(visit);
    const { accountId, person, token } = caller;
    const { id } = visit.request.params as { id: string };
    const isEnded = await endOwnSession(visit.parts, accountId, knownBy(caller), id, visit.from);
    if (!isEnded) throw new Problem('not-found', detail('noSuchResource', { type: 'session', id }));
    if (id !== person.sessionId) return;
    visit.parts.people.forget(token);
    clearCookies(visit);
  },
  async signOutEverywhere(visit) {
    const caller = await signedInCaller(visit);
    const { accountId, person, token } = caller;
    const { keep } = visit.request.query as { keep?: unknown };
    if (keep !== undefined && keep !== 'current') throw invalid({ keep: ['Must be current, or left out.'] });
    const keptId = keep === 'current' ? person.sessionId : null;
    const actor = actorOf(knownBy(caller), visit.from);
    // Pending sign-ins end as well, as after a new password.
    const kept = await visit.parts.database.transaction(accountId, (tx) =>
      credentialsChanged(tx, actor, person.administratorId, keptId),
    );
    if (kept) return goOn(visit, caller, kept);
    visit.parts.people.forget(token);
    clearCookies(visit);
  },
};

/** Only if the page requests it: another person may use the provider in the same browser. */
async function waitingForLink(visit: SignInVisit): Promise<PendingOfPerson> {
  const pending = await pendingOf(visit.parts, pendingToken(visit), 'link');
  if (!isOfPerson(pending) || !proofIn(pending)) throw new Problem('unauthorized', detail('signInNotBegun'));
  return pending;
}

export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  serveReturn(app, parts);
  const operations = Object.entries(signIn) as [keyof typeof signIn, SignInOperation][];
  for (const [url, offered] of Map.groupBy(operations, ([, { path }]) => path.replaceAll(/\{(\w+)\}/g, ':$1'))) {
    for (const [name, operation] of offered) serve(app, url, operation, handlers[name] as Handle<unknown>, parts);
    const methods = offered.flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...methods, 'OPTIONS'].join(', ');
    app.route({ method: 'OPTIONS', url, handler: (_, reply) => reply.code(204).header('allow', allow).send() });
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'OPTIONS' && !methods.includes(method)),
      url,
      handler: async ({ method }) => {
        throw new Problem('method-not-allowed', detail('methodNotAllowed', { method, allowed: allow }), {
          headers: { allow },
        });
      },
    });
  }
}

/** The provider redirects the browser here. In every case the browser continues on one of our pages. */
function serveReturn(app: FastifyInstance, parts: SignInParts): void {
  app.get(callbackPath, async (request, reply) => {
    const visit = visitOf(parts, request, reply);
    try {
      const pending = await pendingOf(parts, pendingToken(visit), 'provider', 'link');
      if (!pending) throw new Problem('unauthorized', detail('signInNotBegun'));
      const { step, next } = isOfPerson(pending)
        ? await returnToLink(parts, visit.at, pending, request.url, visit.from)
        : await returnFromProvider(parts, visit.at, pending, request.url, visit.from);
      await answerOf(visit, step);
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
      refuseForeignPages(request);
      const visit = visitOf(parts, request, reply);
      await refuseStrangers(visit, by);
      const answer = await handle(visit, body && (await bodyOf(visit, body)));
      if (answer === undefined) return reply.code(204).send();
      return sendText(reply.header('content-type', jsonType), JSON.stringify(answer));
    },
  });
}

/** Runs before the body is read. The next step itself checks a pending sign-in. */
async function refuseStrangers(visit: SignInVisit, by: SignInOperation['by']): Promise<void> {
  const hasBegun = pendingToken(visit) !== undefined;
  if (by === 'begun' && !hasBegun) throw new Problem('unauthorized', detail('signInNotBegun'));
  if (by === 'person' || (by === 'confirmed' && !hasBegun)) await signedInCaller(visit);
}
