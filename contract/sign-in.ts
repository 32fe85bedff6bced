/**
 * What the sign-in of people understands and answers, below `/admin-api`: facts only, read by the server, by the console
 * and by the reference. Nothing of it needs `Api-Version`, nor is any of it a resource.
 */

import { anyOf, boolean, closed, int, maybe, orNull, type Schema, string, type Value } from './kit/schema.ts';
import { roleNames } from './roles.ts';

export interface SignInOperation<Body = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the account's address, with `{id}` for an id. */
  readonly path: string;
  readonly summary: string;
  /** `nobody`: whoever asks; `begun`: who has begun to sign in; `person`: who is signed in; `confirmed`: who has proved it lately. */
  readonly by: 'nobody' | 'begun' | 'person' | 'confirmed';
  readonly body?: Schema<Body>;
  /** Absent: nothing is answered (204). */
  readonly answer?: Schema<Answer>;
}

const word = (max: number) => string({ minLength: 1, maxLength: max });
const moment = string({ format: 'date-time' });
const list = <T>(items: Schema<T>): Schema<T[]> => ({ type: 'array', items });

/** A shared host serves several accounts; an account's own host needs none of these. */
const whichAccount = {
  account: maybe(word(40)),
  environment: maybe(anyOf('production', 'test', 'demo', 'sandbox')),
  sandbox: maybe(word(40)),
};

const factorKinds = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactor = (typeof factorKinds)[number];

const accountSchema = closed({
  name: string(),
  environment: anyOf('production', 'test', 'demo', 'sandbox'),
  sandbox: orNull(string()),
  url: string({ format: 'uri' }),
  timezone: string(),
  language: orNull(string()),
});

const personMembers = {
  id: string(),
  email: string(),
  name: orNull(string()),
  role: anyOf(...roleNames),
  isOperator: boolean(),
  hasPassword: boolean(),
};

/** Who is signed in, to what, for how long. */
export const signedIn = closed({
  state: anyOf('signed-in'),
  person: closed(personMembers),
  scopes: list(string()),
  account: accountSchema,
  session: closed({
    id: string(),
    createdAt: moment,
    /** Whatever happens. */
    expiresAt: moment,
    /** Without a request. */
    idleExpiresAt: moment,
    /** Until then the password is not asked for again by what needs it. */
    confirmedUntil: orNull(moment),
  }),
  secondFactors: list(anyOf(...factorKinds)),
  isSecondFactorRequired: boolean(),
});
export type SignedIn = Value<typeof signedIn>;

/** Not signed in yet: what is missing. */
export const signInBegun = closed({
  state: anyOf('second-factor', 'enrolment'),
  secondFactors: list(anyOf(...factorKinds)),
  expiresAt: moment,
});
export type SignInBegun = Value<typeof signInBegun>;

const outcome: Schema<SignedIn | SignInBegun> = { oneOf: [signedIn, signInBegun] };

const pageMembers = {
  /** Several accounts share this host: whoever signs in names theirs. */
  isAccountNeeded: boolean(),
  /** Null where it must be named. */
  account: orNull(closed({ name: string(), environment: string(), sandbox: orNull(string()) })),
  provider: orNull(closed({ name: string() })),
  isPasswordAllowed: boolean(),
};
const signInPage = closed(pageMembers);
export type SignInPage = Value<typeof signInPage>;

const { isAccountNeeded: _, ...ofAccount } = pageMembers;
const invitationShown = closed({ email: string(), role: anyOf(...roleNames), expiresAt: moment, ...ofAccount });
export type InvitationShown = Value<typeof invitationShown>;

const ownSession = closed({
  id: string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
  address: orNull(string()),
  userAgent: orNull(string()),
  isCurrent: boolean(),
});
export type OwnSession = Value<typeof ownSession>;

const factor = closed({
  id: string(),
  kind: anyOf('totp', 'passkey'),
  name: string(),
  createdAt: moment,
  lastUsedAt: orNull(moment),
});
export type Factor = Value<typeof factor>;

/** A factor counts from now on. Recovery codes come with the first one; `session`: this was what the sign-in waited for. */
const enrolled = closed({
  factor,
  recoveryCodes: orNull(list(string())),
  session: orNull(signedIn),
});

const profile = closed({
  ...personMembers,
  factors: list(factor),
  recoveryCodesLeft: int(),
});
export type Profile = Value<typeof profile>;

/** As the browser's own functions give and take them (WebAuthn, level 3, in JSON). */
const ofBrowser: Schema<Record<string, unknown>> = { type: 'object' };

const uuid = string({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const factorName = maybe(word(255));

const code = string({ pattern: '^[0-9]{6}$' });

export const password = string({ minLength: 1, maxLength: 256 });

const declare = <B, A>(operation: SignInOperation<B, A>): SignInOperation<B, A> => operation;

export const signIn = {
  page: declare({
    method: 'GET',
    path: '/admin-api/sign-in',
    summary: 'How one signs in here: whose host this is, and the provider of the company.',
    by: 'nobody',
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
    answer: signedIn,
  }),
  passkeyOptions: declare({
    method: 'POST',
    path: '/admin-api/session/passkey/options',
    summary: 'What a passkey is to answer: beside the password where that was given, else instead of it.',
    by: 'nobody',
    answer: ofBrowser,
  }),
  withPasskey: declare({
    method: 'POST',
    path: '/admin-api/session/passkey',
    summary: 'Signs in with a passkey and no password.',
    by: 'nobody',
    body: closed({ passkey: ofBrowser }),
    answer: signedIn,
  }),
  goToProvider: declare({
    method: 'POST',
    path: '/admin-api/session/provider',
    summary: "Where the company's provider is to be asked; it leads back here, and from there to `next`.",
    by: 'nobody',
    body: closed({ ...whichAccount, next: maybe(word(2000)), invitation: maybe(word(100)) }),
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
    body: closed({ token: word(100), name: word(255), password }),
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
    summary: 'Ends every own session, this one included; with `?keep=current` all others.',
    by: 'person',
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
    body: closed({ name: orNull(word(255)) }),
    answer: profile,
  }),
  changePassword: declare({
    method: 'POST',
    path: '/admin-api/profile/password',
    summary: 'Changes the own password and ends every other session.',
    by: 'person',
    body: closed({ currentPassword: password, newPassword: password }),
  }),
  beginTotp: declare({
    method: 'POST',
    path: '/admin-api/profile/totp',
    summary: 'Shows the secret for an app that makes codes. It counts once a code has confirmed it.',
    by: 'confirmed',
    body: closed({ name: factorName }),
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
    body: closed({ name: factorName, passkey: ofBrowser }),
    answer: enrolled,
  }),
  removeFactor: declare({
    method: 'DELETE',
    path: '/admin-api/profile/factors/{id}',
    summary: 'Removes an app or a passkey; with the last one the recovery codes go.',
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
