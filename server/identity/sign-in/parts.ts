/** The dependencies of the sign-in, and the context of its requests. */

import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/verbs/audit.ts';
import type { AddressBook } from '../accounts/addresses.ts';
import type { Guesses } from '../auth/guesses.ts';
import type { LiveSessions } from '../auth/sessions.ts';
import type { Providers } from './provider.ts';

export interface SignInParts {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly liveSessions: LiveSessions;
  readonly guesses: Guesses;
  readonly providers: Providers;
  /** For the log: why a request to a provider failed. */
  readonly onProviderFailure: (error: unknown) => void;
  readonly now: () => Date;
}

/** The origin of a request. */
export interface From {
  readonly address: string;
  readonly userAgent: string | null;
  readonly traceId: string;
}

/** A known person by their address; unknown people are not named. */
export const actorOf = (person: { readonly id: string; readonly email: string } | null, from: From): Actor => ({
  kind: 'person',
  id: person?.id ?? null,
  name: person?.email ?? 'unknown',
  address: from.address,
  traceId: from.traceId,
});
