/** The request and response bodies of the sign-in. */

import { environments } from './environments.ts';
import {
  anyOf,
  boolean,
  closed,
  int,
  maybe,
  momentText,
  orNull,
  type Schema,
  string,
  type Value,
} from './kit/schema.ts';
import { roleNames } from './roles.ts';

export const word = (max: number) => string({ minLength: 1, maxLength: max });
const moment = momentText();
export const list = <T>(items: Schema<T>): Schema<T[]> => ({ type: 'array', items });

/** For a host shared by several accounts; an account's own host needs none of these. */
export const whichAccount = {
  account: maybe({ ...word(40), description: 'The name of the account.' }),
  environment: maybe({
    ...anyOf(...environments),
    description: 'Its environment, where several accounts have the name.',
  }),
  sandbox: maybe({ ...word(40), description: 'Which of its sandboxes.' }),
};

const factorKinds = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactor = (typeof factorKinds)[number];

const accountSchema = closed({
  name: string(),
  environment: anyOf(...environments),
  sandbox: orNull(string()),
  url: string({ format: 'uri' }),
  timezone: string(),
  /** How far the clock of a sandbox is ahead of the time of the machine; 0 elsewhere. */
  clockOffsetMs: int(),
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

/** The signed-in person, the account and the expiry. */
export const signedIn = closed({
  state: anyOf('signed-in'),
  person: closed({
    ...personMembers,
    employeeId: { ...orNull(string()), description: 'Of a manager: the employee that they are.' },
    isOperator: { ...boolean(), description: 'Whether this session opens the installation.' },
    isSecondFactorMissing: {
      ...boolean(),
      description: 'They are an operator, and the installation opens to them once they have a second factor.',
    },
  }),
  scopes: list(string()),
  account: accountSchema,
  session: closed({
    id: string(),
    createdAt: moment,
    /** In any case. */
    expiresAt: moment,
    /** Without a request. */
    idleExpiresAt: moment,
    /** Until then the password need not be confirmed again. */
    confirmedUntil: orNull(moment),
  }),
  secondFactors: list(anyOf(...factorKinds)),
  isSecondFactorRequired: boolean(),
});
export type SignedIn = Value<typeof signedIn>;

/** Not signed in yet: the missing step. */
export const signInBegun = closed({
  /** `link`: the identity provider is required and must be linked first. */
  state: anyOf('second-factor', 'enrolment', 'link'),
  secondFactors: list(anyOf(...factorKinds)),
  expiresAt: moment,
});
export type SignInBegun = Value<typeof signInBegun>;

export const outcome: Schema<SignedIn | SignInBegun> = { oneOf: [signedIn, signInBegun] };

const pageMembers = {
  /** Several accounts share this host: the person must name theirs. */
  isAccountNeeded: boolean(),
  /** Null if it must be named. */
  account: orNull(closed({ name: string(), environment: string(), sandbox: orNull(string()) })),
  provider: orNull(closed({ name: string() })),
  isPasswordAllowed: boolean(),
};
export const signInPage = closed(pageMembers);
export type SignInPage = Value<typeof signInPage>;

const { isAccountNeeded: _, ...ofAccount } = pageMembers;
export const invitationShown = closed({ email: string(), role: anyOf(...roleNames), expiresAt: moment, ...ofAccount });
export type InvitationShown = Value<typeof invitationShown>;

export const ownSession = closed({
  id: string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
  address: orNull(string()),
  userAgent: orNull(string()),
  browser: orNull({ ...string(), description: 'The family of the browser and its system, as it calls itself.' }),
  by: { ...list(string()), description: 'What was shown: `password`, `code`, `passkey`, `provider` …' },
  isCurrent: boolean(),
});
export type OwnSession = Value<typeof ownSession>;

/** Also if the session has ended. */
export const ownSignIn = closed({
  id: string(),
  signedInAt: moment,
  address: orNull(string()),
  userAgent: orNull(string()),
  browser: orNull(string()),
  by: list(string()),
  sessionId: orNull({ ...string(), description: 'Of the session that it opened; null where that has ended.' }),
  isCurrent: boolean(),
  isNew: {
    ...boolean(),
    description: 'Since the person last signed in from this browser, and not by this session.',
  },
});
export type OwnSignIn = Value<typeof ownSignIn>;

const factor = closed({
  id: string(),
  kind: anyOf('totp', 'passkey'),
  name: string(),
  createdAt: moment,
  lastUsedAt: orNull(moment),
  isUnreadable: {
    ...boolean(),
    description: 'Its secret cannot be decrypted any more, and no code of it is accepted: remove it and add another.',
  },
});
export type Factor = Value<typeof factor>;

/** The factor is active now. Recovery codes come with the first one; `session`: the sign-in waited for this. */
export const enrolled = closed({
  factor,
  recoveryCodes: orNull(list(string())),
  session: orNull(signedIn),
});

const identity = closed({
  id: string(),
  provider: { ...string(), description: 'What stands on its button.' },
  issuer: string(),
  linkedAt: moment,
  lastUsedAt: orNull(moment),
});
export type LinkedIdentity = Value<typeof identity>;

export const profile = closed({
  ...personMembers,
  factors: list(factor),
  recoveryCodesLeft: int(),
  /** The provider of the account, which can be linked; null: none. */
  provider: orNull(closed({ name: string(), issuer: string() })),
  /** The linked identities. */
  identities: list(identity),
});
export type Profile = Value<typeof profile>;

/** As the browser functions give and take them (WebAuthn, level 3, in JSON). */
export const ofBrowser: Schema<Record<string, unknown>> = { type: 'object' };

export const uuid = string({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** A name: not blank, and without control characters. */
export const name = string({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]+$',
});

export const code = string({ pattern: '^[0-9]{6}$' });

export const password = string({ minLength: 1, maxLength: 256 });
