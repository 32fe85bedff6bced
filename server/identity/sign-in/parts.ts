/** What signing in needs of the service, and of the request that asks for it. */

import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/verbs/audit.ts';
import type { AddressBook } from '../accounts/addresses.ts';
import type { Guesses } from '../auth/guesses.ts';
import type { People } from '../auth/sessions.ts';
import type { Providers } from './provider.ts';

export interface SignInParts {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly people: People;
  readonly guesses: Guesses;
  readonly providers: Providers;
  /** For the log: why the way to a provider failed. */
  readonly onProviderFailure: (error: unknown) => void;
  readonly now: () => Date;
}

/** Where a request comes from. */
export interface From {
  readonly address: string;
  readonly userAgent: string | null;
  readonly traceId: string;
}

/** Anyone who is known by their address; nobody else is named. */
export const actorOf = (person: { readonly id: string; readonly email: string } | null, from: From): Actor => ({
  kind: 'person',
  id: person?.id ?? null,
  name: person?.email ?? 'unknown',
  address: from.address,
  traceId: from.traceId,
});
