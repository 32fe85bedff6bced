// Composes authentication for one node: all parts share one cache of client records and one clock.

import type { Database } from '../../platform/database/database.ts';
import type { AddressBook } from '../accounts/addresses.ts';
import { type Authenticate, bearerAuthentication } from './bearer.ts';
import { type ClientAuthentication, clientAuthentication } from './client-authentication.ts';
import { type Clients, liveClients } from './clients.ts';
import { type Guesses, guessCounter } from './guesses.ts';
import type { KeyRing } from './key-ring.ts';
import { type LiveSessions, liveSessions } from './sessions.ts';
import { type SigningKeys, signingKeys } from './signing-keys.ts';
import { accessTokens, type Tokens } from './tokens.ts';

export interface Authentication {
  readonly addresses: AddressBook;
  readonly guesses: Guesses;
  readonly clients: Clients;
  readonly keys: SigningKeys;
  readonly tokens: Tokens;
  readonly clientAuthentication: ClientAuthentication;
  readonly authenticate: Authenticate;
  readonly liveSessions: LiveSessions;
}

export interface AuthenticationOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly ring: KeyRing;
  readonly now: () => Date;
}

export function authentication({ database, addresses, ring, now }: AuthenticationOptions): Authentication {
  const guesses = guessCounter({ database, now });
  const clients = liveClients({ database, now });
  const { pepper } = ring.lasting();
  const keys = signingKeys({ database, ring, now });
  const tokens = accessTokens({ database, addresses, keys, clients, now });
  return {
    addresses,
    guesses,
    clients,
    keys,
    tokens,
    clientAuthentication: clientAuthentication({
      clients,
      guesses,
      pepper,
      now,
    }),
    authenticate: bearerAuthentication({ tokens, clients, addresses }),
    liveSessions: liveSessions({ database, addresses, pepper, now }),
  };
}
