/**
 * The sign-in operations below `/admin-api`: facts only, read by the server, by the console and by the reference. They
 * need no `Api-Version` and are not resources.
 */

import { anyOf, boolean, closed, maybe, orNull, type Schema, string } from './kit/schema.ts';
import {
  code,
  enrolled,
  invitationShown,
  list,
  name,
  ofBrowser,
  outcome,
  ownSession,
  ownSignIn,
  password,
  profile,
  signedIn,
  signInPage,
  uuid,
  whichAccount,
  word,
} from './sign-in-shapes.ts';

export type {
  Factor,
  InvitationShown,
  LinkedIdentity,
  OwnSession,
  OwnSignIn,
  Profile,
  SecondFactor,
  SignedIn,
  SignInBegun,
  SignInPage,
} from './sign-in-shapes.ts';

export interface SignInOperation<Body = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the account's address, with `{id}` for an id. */
  readonly path: string;
  readonly summary: string;
  /**
   * `nobody`: no session required; `begun`: a pending sign-in; `person`: a session; `confirmed`: a recently confirmed
   * session.
   */
  readonly by: 'nobody' | 'begun' | 'person' | 'confirmed';
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: Schema<Body>;
  /** Absent: no response body (204). */
  readonly answer?: Schema<Answer>;
}

const declare = <B, A>(operation: SignInOperation<B, A>): SignInOperation<B, A> => operation;

export const signIn = {
  page: declare({
    method: 'GET',
    path: '/admin-api/sign-in',
    summary: 'How one signs in here: whose host this is, and the provider of the company.',
    by: 'nobody',
    query: whichAccount,
    answer: signInPage,
  }),
  withPassword: declare({
    method: 'POST',
    path: '/admin-api/session',
    summary: 'Signs in with a password, or begins to where a second factor is needed.',
    by: 'nobody',
    body: closed({ ...whichAccount, email: word(255), password }),
    answer: outcome,
  }),
  whoAmI: declare({
    method: 'GET',
    path: '/admin-api/session',
    summary: 'Who is signed in, with which rights, for how long.',
    by: 'person',
    answer: signedIn,
  }),
  signOut: declare({ method: 'DELETE', path: '/admin-api/session', summary: 'Signs out.', by: 'nobody' }),
  confirm: declare({
    method: 'POST',
    path: '/admin-api/session/confirmation',
    summary: 'Proves by the password that it is still the same person, for ten minutes.',
    by: 'person',
    body: closed({ password }),
    answer: signedIn,
  }),
  withSecondFactor: declare({
    method: 'POST',
    path: '/admin-api/session/second-factor',
    summary: 'Finishes a sign-in by one of: a code of the app, a recovery code, the answer of a passkey.',
    by: 'begun',
    body: closed({ code: maybe(code), recoveryCode: maybe(word(100)), passkey: maybe(ofBrowser) }),
    answer: outcome,
  }),
  passkeyOptions: declare({
    method: 'POST',
    path: '/admin-api/session/passkey/options',
    summary: 'What a passkey is to answer: next to the password where that was given, else instead of it.',
    by: 'nobody',
    answer: ofBrowser,
  }),
  withPasskey: declare({
    method: 'POST',
    path: '/admin-api/session/passkey',
    summary: 'Signs in with a passkey and no password.',
    by: 'nobody',
    body: closed({ passkey: ofBrowser }),
    answer: outcome,
  }),
  goToProvider: declare({
    method: 'POST',
    path: '/admin-api/session/provider',
    summary: "Where the company's provider is to be asked; it leads back here, and from there to `next`.",
    by: 'nobody',
    body: closed({
      ...whichAccount,
      next: maybe(word(2000)),
      invitation: maybe(word(100)),
      isLink: maybe({ ...boolean(), description: 'Goes on with the sign-in of this browser that waits for `link`.' }),
    }),
    answer: closed({ location: string({ format: 'uri' }) }),
  }),
  invitation: declare({
    method: 'POST',
    path: '/admin-api/invitation',
    summary: 'What one is invited to by the token behind the hash of a link.',
    by: 'nobody',
    body: closed({ token: word(100) }),
    answer: invitationShown,
  }),
  accept: declare({
    method: 'POST',
    path: '/admin-api/invitation/acceptance',
    summary: 'Accepts an invitation with a name and a password, and signs in.',
    by: 'nobody',
    body: closed({ token: word(100), name, password }),
    answer: outcome,
  }),
  ownSessions: declare({
    method: 'GET',
    path: '/admin-api/sessions',
    summary: 'Where the person is signed in.',
    by: 'person',
    answer: closed({ items: list(ownSession) }),
  }),
  endSession: declare({
    method: 'DELETE',
    path: '/admin-api/sessions/{id}',
    summary: 'Ends one of the own sessions.',
    by: 'person',
  }),
  signOutEverywhere: declare({
    method: 'DELETE',
    path: '/admin-api/sessions',
    summary: 'Ends every own session, this one included, and every sign-in that has begun.',
    by: 'person',
    query: { keep: { ...anyOf('current'), description: 'This session goes on, under another id.' } },
  }),
  signIns: declare({
    method: 'GET',
    path: '/admin-api/sign-ins',
    summary: 'Where the person signed in lately, the newest first.',
    by: 'person',
    answer: closed({ items: list(ownSignIn) }),
  }),
  profile: declare({
    method: 'GET',
    path: '/admin-api/profile',
    summary: 'The person who is signed in, and what they sign in with.',
    by: 'person',
    answer: profile,
  }),
  rename: declare({
    method: 'PATCH',
    path: '/admin-api/profile',
    summary: 'Changes the own name.',
    by: 'person',
    body: closed({ name: orNull(name) }),
    answer: profile,
  }),
  changePassword: declare({
    method: 'POST',
    path: '/admin-api/profile/password',
    summary: 'Changes the own password, and ends every other session and whatever has begun.',
    by: 'person',
    body: closed({ currentPassword: password, newPassword: password }),
  }),
  beginTotp: declare({
    method: 'POST',
    path: '/admin-api/profile/totp',
    summary: 'Shows the secret for an app that makes codes. It counts once a code has confirmed it.',
    by: 'confirmed',
    body: closed({ name: maybe(name) }),
    answer: closed({ id: string(), secret: string(), uri: string() }),
  }),
  confirmTotp: declare({
    method: 'POST',
    path: '/admin-api/profile/totp/confirmation',
    summary: 'Confirms the app by a code of it.',
    by: 'confirmed',
    body: closed({ id: uuid, code }),
    answer: enrolled,
  }),
  registrationOptions: declare({
    method: 'POST',
    path: '/admin-api/profile/passkeys/options',
    summary: 'What a device needs to make a passkey.',
    by: 'confirmed',
    answer: ofBrowser,
  }),
  addPasskey: declare({
    method: 'POST',
    path: '/admin-api/profile/passkeys',
    summary: 'Adds the passkey that a device has made.',
    by: 'confirmed',
    body: closed({ name: maybe(name), passkey: ofBrowser }),
    answer: enrolled,
  }),
  removeFactor: declare({
    method: 'DELETE',
    path: '/admin-api/profile/factors/{id}',
    summary: 'Removes an app or a passkey; with the last one the recovery codes go.',
    by: 'confirmed',
  }),
  beginLink: declare({
    method: 'POST',
    path: '/admin-api/profile/identities',
    summary: "Where to go to link the company's provider; it leads back here, and from there to `next`.",
    by: 'confirmed',
    body: closed({ next: maybe(word(2000)) }),
    answer: closed({ location: string({ format: 'uri' }) }),
  }),
  unlink: declare({
    method: 'DELETE',
    path: '/admin-api/profile/identities/{id}',
    summary: 'Unlinks the provider. Refused where nothing else is left to sign in with.',
    by: 'confirmed',
  }),
  newRecoveryCodes: declare({
    method: 'POST',
    path: '/admin-api/profile/recovery-codes',
    summary: 'New recovery codes, shown once; those before are worth nothing any more.',
    by: 'confirmed',
    answer: closed({ recoveryCodes: list(string()) }),
  }),
};
