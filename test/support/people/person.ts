/** People of an account and their browsers: they sign in through HTTP and keep the cookies. */
import { argon2Sync, randomBytes } from 'node:crypto';
import type { Role } from '@muster/contract/roles.ts';
import { generate } from 'otplib';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type NewAdministrator, storeAdministrator } from '../../../server/identity/accounts/administrators.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { type CallOptions, call, type Reply } from '../calls.ts';

export const password = 'correct horse battery';

/**
 * With the lowest cost that argon2 allows: a sign-in repeats the work that its hash states. Tests of the time of a
 * password check use a hash as the service makes it.
 */
const quickHash = ((): string => {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...cost, tagLength: 32 });
  const texts = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${texts.join('$')}`;
})();

export interface Browser {
  /** The current cookies by name. */
  readonly cookies: Map<string, string>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface TestPerson extends Browser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Sends what a page of the console sends, and keeps cookies like a browser. */
export function browser(url: string, cookies: Map<string, string> = new Map()): Browser {
  return {
    cookies,
    async call(method, path, { body, headers = {} } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await call(url, null, method, path, {
        body,
        headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }), ...headers },
      });
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(rest)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return reply;
    },
  };
}

/** Which people somebody of a limited role sees. */
export type Limits = Pick<NewAdministrator, 'businessEstablishments' | 'employeeRecord'>;

let made = 0;

/** An administrator who has not signed in. */
export async function administratorOf(
  database: Database,
  account: Pick<Account, 'id'>,
  {
    role = 'owner',
    isOperator = false,
    passwordHash = quickHash,
    ...limits
  }: Limits & { readonly role?: Role; readonly isOperator?: boolean; readonly passwordHash?: string } = {},
): Promise<{ readonly id: string; readonly email: string; readonly password: string }> {
  made += 1;
  const email = `${role}.${made}@example.com`;
  const stored = await storeAdministrator(database.session(account.id), {
    email,
    role,
    isOperator,
    passwordHash,
    ...limits,
  });
  return { id: stored.id, email, password };
}

/** A signed-in person of this role; an operator has also added the second factor that the installation requires. */
export async function personOf(
  service: { readonly url: string; readonly database: Database; readonly now?: () => Date },
  account: Account,
  role: Role = 'owner',
  isOperator = false,
  limits: Limits = {},
): Promise<TestPerson> {
  const person = await signedInByPassword(service, account, role, isOperator, limits);
  if (isOperator) {
    const { id, secret } = (await person.call('POST', '/admin-api/profile/totp', { body: {} })).body;
    const epoch = Math.floor((service.now?.().getTime() ?? Date.now()) / 1000);
    const body = { id, code: await generate({ secret, epoch }) };
    const { status, text } = await person.call('POST', '/admin-api/profile/totp/confirmation', { body });
    if (status !== 200) throw new Error(`The second factor was refused: ${text}`);
  }
  return person;
}

/** The same with only a password. */
export async function signedInByPassword(
  service: { readonly url: string; readonly database: Database },
  account: Account,
  role: Role = 'owner',
  isOperator = false,
  limits: Limits = {},
): Promise<TestPerson> {
  const person = await administratorOf(service.database, account, { role, isOperator, ...limits });
  const own = browser(service.url);
  const { name, environment } = account;
  const sandbox = account.sandbox === null ? {} : { sandbox: account.sandbox };
  const answer = await own.call('POST', '/admin-api/session', {
    body: { account: name, environment, ...sandbox, email: person.email, password },
  });
  if (answer.status !== 200) throw new Error(`The sign-in was refused: ${answer.text}`);
  return { ...own, ...person };
}
