/**
 * Owns which web pages may call the legacy API from a browser: those of the configured domains, and those under the
 * account's own addresses in production and test. Nobody else is told anything, and `*` is never said.
 */
import type { AddressBook, HostAccount } from '../identity/accounts/addresses.ts';

export interface CrossOriginOptions {
  readonly addresses: AddressBook;
  readonly publicUrl: string;
  /** The service's own web domains, next to the accounts' addresses. */
  readonly webOrigins: readonly string[];
}

export type IsAllowedOrigin = (origin: string, at: HostAccount) => boolean;

export function allowedOrigins({ addresses, publicUrl, webOrigins }: CrossOriginOptions): IsAllowedOrigin {
  const ownOrigin = new URL(publicUrl).origin;
  return (origin, at) => {
    if (webOrigins.includes(origin)) return true;
    // Without a host of its own the account is reached under the address of the service.
    if (at.kind !== 'account') return at.kind === 'shared' && origin === ownOrigin;
    const { name } = at;
    return (['production', 'test'] as const).some(
      (environment) => addresses.baseUrlOf({ name, environment, sandbox: null }) === origin,
    );
  };
}

export const originHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
});

export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '600',
};
