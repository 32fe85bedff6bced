/**
 * Which web pages may call the legacy API from a browser: those of the configured origins, and those under the
 * account's own production and test addresses. Others get no CORS headers, and `*` is never sent.
 */
import type { AddressBook, HostAccount } from '../identity/accounts/addresses.ts';

export interface CrossOriginOptions {
  readonly addresses: AddressBook;
  readonly publicUrl: string;
  /** Configured origins, in addition to the accounts' addresses. */
  readonly webOrigins: readonly string[];
}

export type IsAllowedOrigin = (origin: string, at: HostAccount) => boolean;

export function allowedOrigins({ addresses, publicUrl, webOrigins }: CrossOriginOptions): IsAllowedOrigin {
  const ownOrigin = new URL(publicUrl).origin;
  return (origin, at) => {
    if (webOrigins.includes(origin)) return true;
    // Without its own host the account has the address of the service.
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
