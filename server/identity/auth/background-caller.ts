/**
 * The caller of work that goes on after its request: with the rights that the client application or the person still
 * has, and never more than the request had.
 */
import { scopesOfRole } from '@muster/contract/roles.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AccountAddress, AddressBook } from '../accounts/addresses.ts';
import { newCaller } from './bearer.ts';
import type { Caller } from './caller.ts';
import { type Clients, isGranted } from './clients.ts';
import { type LimitedRow, limitColumns, limitsOf } from './role-limits.ts';

/** Who sent the request. */
export interface Starter {
  readonly clientId: string;
  /** The scopes of the request. */
  readonly scopes: readonly string[];
  /** The signed-in person, if it was one. */
  readonly administratorId: string | null;
}

export interface BackgroundCallers {
  readonly database: Database;
  readonly clients: Clients;
  readonly addresses: AddressBook;
}

/** Null: the application or the person was disabled or removed. */
export async function backgroundCaller(parts: BackgroundCallers, starter: Starter): Promise<Caller | null> {
  const { clients, addresses } = parts;
  if (starter.administratorId !== null) return callerOfPerson(parts, starter, starter.administratorId);
  const client = await clients.load(starter.clientId);
  if (!client || client.isDisabled) return null;
  return newCaller(
    client,
    starter.scopes.filter((scope) => isGranted(client, scope)),
    addresses,
  );
}

interface PersonRow extends AccountAddress, LimitedRow {
  readonly accountId: string;
  readonly applicationId: string;
  readonly personName: string | null;
  readonly email: string;
}

async function callerOfPerson(
  { database, addresses }: BackgroundCallers,
  { clientId, scopes }: Starter,
  administratorId: string,
): Promise<Caller | null> {
  const [row] = await database.query<PersonRow>(
    `select account.id as "accountId", account.name, account.environment, account.sandbox, person.role,
       ${limitColumns},
       application.id as "applicationId", person.name as "personName", person.email
     from administrators as person
       join accounts as account on account.id = person.account_id and account.state = 'ready'
       join client_applications as application on application.account_id = person.account_id and application.is_built_in
     where person.id = $1 and not person.is_disabled`,
    [administratorId],
  );
  if (!row) return null;
  const { establishments, teamOf } = limitsOf(row);
  // Only a session carries the limit to a team, and managers start no such work.
  if (teamOf !== null) return null;
  const held = new Set(scopesOfRole(row.role, false));
  return {
    accountId: row.accountId,
    account: row.name,
    baseUrl: addresses.baseUrlOf(row),
    eventSource: addresses.sourceOf(row),
    clientApplicationId: row.applicationId,
    clientId,
    scopes: new Set(scopes.filter((scope) => held.has(scope))),
    establishments,
    requestsPerMinute: null,
    person: null,
    author: { type: 'administrator', id: administratorId, name: row.personName ?? row.email },
  };
}
