/**
 * The application that signed-in people act through. Every account has one: what they create belongs to it, and it
 * counts their requests. It has no secret, so no token is ever issued to it.
 */
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { scopes } from '@muster/contract/scopes.ts';
import type { Database } from '../../platform/database/database.ts';
import { insert, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { Problem } from '../../problem.ts';

const declaration = { name: 'Muster console', technicalContact: 'console@localhost', scopes, isBuiltIn: true };

export const consoleClientId = (accountId: string): string => `console-${accountId}`;

/** For a new account. Another node that starts now may be first. */
export async function seedConsoleApplication(database: Database, accountId: string): Promise<void> {
  const clientId = consoleClientId(accountId);
  await database
    .transaction(accountId, (tx) => insert(tx, clientApplications, { ...declaration, clientId }))
    .catch(unlessAnotherNodeWasFirst);
}

/** For accounts that have none yet, and with every scope added since the last start. */
export async function seedConsoleApplications(database: Database): Promise<void> {
  const missing = await database.query<{ id: string }>(
    'select id from accounts where id not in (select account_id from client_applications where is_built_in) order by id',
  );
  for (const { id } of missing) await seedConsoleApplication(database, id);
  const outdated = await database.query<{ accountId: string }>(
    'select account_id as "accountId" from client_applications where is_built_in and scopes <> $1 order by account_id',
    [scopes],
  );
  for (const { accountId } of outdated) {
    await updateWithoutTimestamp(database.session(accountId), clientApplications, [() => 'is_built_in'], { scopes });
  }
}

/** The name, the client id and the flag are each unique. */
function unlessAnotherNodeWasFirst(error: unknown): void {
  const isTaken = error instanceof Problem || (error as { code?: string }).code === '23505';
  if (!isTaken) throw error;
}
