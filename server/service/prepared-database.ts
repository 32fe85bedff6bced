/**
 * Prepares the database at start, before requests are accepted: checks the key and the storage, and writes required
 * rows.
 */

import { seedBaseSchemas } from '../attributes/base-schemas.ts';
import { seedMissingDefinitions } from '../attributes/system-definitions.ts';
import { keepRetention } from '../events/retention.ts';
import { keepFileHours } from '../files/file-verbs.ts';
import { keepAddresses } from '../identity/accounts/accounts.ts';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import { seedConsoleApplications } from '../identity/accounts/console-application.ts';
import type { FollowingRing } from '../identity/auth/key-ring.ts';
import { keepSendsMail } from '../identity/sign-in/invitation-mails.ts';
import type { Database } from '../platform/database/database.ts';
import type { Connections } from './connections.ts';
import { provenInstallation } from './installation-record.ts';
import type { ServiceOptions } from './options.ts';
import { claimStorage, ForeignStorageError } from './storage-claim.ts';

/** Writes what the database must contain before the first request. A refused start leaves no connection open. */
export async function prepareDatabase(
  options: ServiceOptions,
  { background, ring, close }: Connections,
  addresses: AddressBook,
): Promise<() => Promise<void>> {
  const checkStorage = await ownStorage(options, background, ring).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  await seedBaseSchemas(background);
  await seedMissingDefinitions(background);
  await seedConsoleApplications(background);
  await keepAddresses(background, addresses);
  await keepRetention(background, options.limits.eventDays);
  await keepFileHours(background, options.limits.unreferencedFileHours);
  await keepSendsMail(background, (options.mailServer ?? null) !== null);
  return checkStorage;
}

/**
 * Refuses another key, and the storage of another installation. A storage that does not respond now does not prevent
 * the start: it is checked again before anything is removed from it. Returns the function that checks it.
 */
async function ownStorage({ storage, now, logger }: ServiceOptions, database: Database, ring: FollowingRing) {
  const { id } = await provenInstallation(database, ring, now());
  const check = () => claimStorage(storage, database, id);
  await check().catch((error: unknown) => {
    if (error instanceof ForeignStorageError) throw error;
    logger.error({ err: error }, 'the storage of files does not answer');
  });
  return check;
}
