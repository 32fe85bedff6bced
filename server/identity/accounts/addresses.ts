// Which host belongs to which account, and the public address in links and tokens of an account. Pure: the same
// settings and the same host always give the same result; the host of a request is never echoed.

import type { Environment } from '@muster/contract/environments.ts';
import type { AccountHostPattern } from '../../settings/config.ts';

export interface AccountAddress {
  readonly name: string;
  readonly environment: Environment;
  /** null outside the sandbox environment. */
  readonly sandbox: string | null;
}

export type HostAccount =
  | { readonly kind: 'shared' }
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'account' } & AccountAddress);

export interface AddressBook {
  readonly authUrl: string;
  /** Of the installation itself; accounts without their own host share it. */
  readonly publicUrl: string;
  /** Whether accounts are reached only by encrypted connections, also if a proxy terminates TLS. */
  readonly isSecure: boolean;
  baseUrlOf(account: AccountAddress): string;
  /** The `source` of events: another one for each account, also where they share an address. */
  sourceOf(account: AccountAddress): string;
  accountAt(host: string): HostAccount;
  /** Whether a host belongs to the installation or to one of its accounts. */
  isOwnHost(host: string): boolean;
  /** Whether the token endpoint and its neighbours are served under this host. */
  isAuthHost(host: string): boolean;
  /** Whether requests for the account may use the host: its own if it has one, otherwise a shared one. */
  mayServe(at: HostAccount, account: AccountAddress): boolean;
  /** Whether the account's host would be that of the installation or of another account, so that requests could not be distinguished. */
  isReserved(account: AccountAddress): boolean;
}

export interface AddressSettings {
  readonly publicUrl: string;
  /** null: the same as publicUrl. */
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
}

interface Rule {
  readonly environment: Environment;
  /** With placeholders, in comparable form. */
  readonly template: string;
  readonly matches: RegExp;
}

const shared: HostAccount = Object.freeze({ kind: 'shared' });
const unknown: HostAccount = Object.freeze({ kind: 'unknown' });

export function addressBook(settings: AddressSettings): AddressBook {
  const publicUrl = new URL(settings.publicUrl);
  const authUrl = new URL(settings.authUrl ?? settings.publicUrl);
  const ownHosts = new Set([comparable(publicUrl.host, publicUrl), comparable(authUrl.host, authUrl)]);
  const authHost = comparable(authUrl.host, authUrl);
  const rules = settings.accountHosts.map((entry) => ruleOf(entry, publicUrl)).toSorted(bySpecificity);
  const ruleFor = new Map(rules.map((rule) => [rule.environment, rule]));
  const isOneHostForAll = rules.length === 0 && ownHosts.size === 1;

  const hostOf = (account: AccountAddress): string | undefined =>
    ruleFor
      .get(account.environment)
      ?.template.replace('{account}', account.name.toLowerCase())
      .replace('{sandbox}', account.sandbox ?? '');

  return {
    authUrl: authUrl.origin,
    publicUrl: publicUrl.origin,
    isSecure: publicUrl.protocol === 'https:',
    baseUrlOf: (account) => {
      const host = hostOf(account);
      return host === undefined ? publicUrl.origin : `${publicUrl.protocol}//${host}`;
    },
    sourceOf: (account) => {
      const host = hostOf(account);
      if (host !== undefined) return `${publicUrl.protocol}//${host}`;
      const { name, environment, sandbox } = account;
      const parts = environment === 'production' ? [name] : [name, environment, ...(sandbox === null ? [] : [sandbox])];
      return `${publicUrl.origin}/accounts/${parts.map(encodeURIComponent).join('/')}`;
    },
    accountAt: (host) => {
      if (rules.length === 0) return shared;
      const asked = comparable(host, publicUrl);
      // The installation's own hosts come first: the token host may look like an account's.
      return ownHosts.has(asked) ? shared : accountNamedBy(rules, asked);
    },
    isOwnHost: (host) => {
      const asked = comparable(host, publicUrl);
      return ownHosts.has(asked) || accountNamedBy(rules, asked).kind === 'account';
    },
    isAuthHost: (host) => isOneHostForAll || comparable(host, authUrl) === authHost,
    mayServe: (at, account) => {
      if (at.kind === 'shared') return !ruleFor.has(account.environment);
      return at.kind === 'account' && isSameAccount(at, account);
    },
    isReserved: (account) => {
      const host = hostOf(account);
      if (host === undefined) return false;
      const at = accountNamedBy(rules, host);
      return ownHosts.has(host) || at.kind !== 'account' || !isSameAccount(at, account);
    },
  };
}

/** Lower case, without a final dot and without the port that the scheme implies. */
function comparable(host: string, { protocol }: URL): string {
  const [, name = '', port = ''] = /^(.*?)\.?(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  return port === (protocol === 'https:' ? ':443' : ':80') ? name : name + port;
}

function ruleOf({ environment, pattern }: AccountHostPattern, publicUrl: URL): Rule {
  const ownPort = publicUrl.port === '' || /:\d+$/.test(pattern) ? '' : `:${publicUrl.port}`;
  const template = comparable(pattern + ownPort, publicUrl);
  const source = template
    .replaceAll('.', '\\.')
    .replace('{account}', '(?<account>[a-z0-9]+(?:-[a-z0-9]+)*)')
    .replace('{sandbox}', '(?<sandbox>[a-z0-9]+)');
  return { environment, template, matches: new RegExp(`^${source}$`) };
}

/**
 * A host that fits several patterns belongs to the one with more text of its own: with the patterns {account}.example.com
 * and {account}-{sandbox}.example.com, acme-k7.example.com is a sandbox. `isReserved` refuses an account acme-k7.
 */
const bySpecificity = (one: Rule, other: Rule): number => ownText(other).length - ownText(one).length;
const ownText = ({ template }: Rule): string => template.replaceAll(/\{[^}]*\}/g, '');

function accountNamedBy(rules: readonly Rule[], host: string): HostAccount {
  for (const { environment, matches } of rules) {
    const named = matches.exec(host)?.groups;
    if (named?.account) return { kind: 'account', name: named.account, environment, sandbox: named.sandbox ?? null };
  }
  return unknown;
}

function isSameAccount(one: AccountAddress, other: AccountAddress): boolean {
  return (
    one.environment === other.environment &&
    one.sandbox === other.sandbox &&
    (one.name === other.name || one.name.toLowerCase() === other.name.toLowerCase())
  );
}
