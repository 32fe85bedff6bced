// Composes authentication for one node: all parts share one cache of client records and one clock.

import type { Database } from '../../platform/database/database.ts';
import type { AddressBook } from '../accounts/addresses.ts';
import { type Authenticate, bearerAuthentication } from './bearer.ts';
import { type ClientAuthentication, clientAuthentication } from './client-authentication.ts';
import { type Clients, liveClients } from './clients.ts';
import { type Guesses, guessCounter } from './guesses.ts';
import type { DerivedKeys } from './installation-key.ts';
import { type People, signedInPeople } from './sessions.ts';
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
  readonly people: People;
}

export interface AuthenticationOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly derivedKeys: DerivedKeys;
  readonly now: () => Date;
}

export function authentication({ database, addresses, derivedKeys, now }: AuthenticationOptions): Authentication {
  const guesses = guessCounter({ database, now });
  const clients = liveClients({ database, now });
  const keys = signingKeys({ database, envelope: derivedKeys.envelope, now });
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
      pepper: derivedKeys.pepper,
      now,
    }),
    authenticate: bearerAuthentication({ tokens, clients, addresses }),
    people: signedInPeople({ database, addresses, pepper: derivedKeys.pepper, now }),
  };
}
