/**
 * Creates the demo account. It exists completely or not at all, and if it exists, its credentials have been written. New
 * kinds of data are added in `fill`.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { scopes } from '@muster/contract/scopes.ts';
import { asOperator, type Operator } from '@muster/server/admin/operator-calls.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import {
  type Account,
  type AccountDependencies,
  findAccount,
  listAccounts,
} from '@muster/server/identity/accounts/accounts.ts';
import type { AddressBook } from '@muster/server/identity/accounts/addresses.ts';
import { storeAdministrator } from '@muster/server/identity/accounts/administrators.ts';
import { roleMembers } from '@muster/server/identity/accounts/api-key-roles.ts';
import { hashPassword } from '@muster/server/identity/accounts/passwords.ts';
import type { Caller } from '@muster/server/identity/auth/caller.ts';
import { setWorkingTime } from '@muster/server/leaves/working-time.ts';
import { openAccount } from '@muster/server/operator/open-account.ts';
import { todayIn } from '@muster/server/people/calendar.ts';
import { setPeopleSettings } from '@muster/server/people/change-settings.ts';
import { advisoryLocks } from '@muster/server/platform/database/advisory-locks.ts';
import { allOrNothing } from '@muster/server/platform/database/all-or-nothing.ts';
import type { Database, Tx } from '@muster/server/platform/database/database.ts';
import { credentialsPath, type DemoCredentials, refreshAddresses, writeCredentials } from './credentials-file.ts';
import { createDefinitions } from './definitions.ts';
import { createDepartments } from './departments.ts';
import { createLeaves } from './leaves.ts';
import { createOrganization } from './organization.ts';
import { createPeople, zone } from './people.ts';
import { createTaxonomies } from './taxonomies.ts';
import { createValues } from './values.ts';
import { writerOf } from './writer.ts';

export interface DemoKeeping extends AccountDependencies, Operator {
  readonly dataDir: string;
  /** Called with what is done or waited for; a command shows nothing. */
  readonly onProgress?: (sentence: string) => void;
}

const account = { name: 'demo', environment: 'demo' } as const;
const technicalContact = 'integrations@demo.example.com';
const adminEmail = 'admin@demo.example.com';

/** The rights of the key for the legacy API: everything. */
const rights = { leaves: 'all', users: 'all', personalData: true, former: true, future: true } as const;

/** For a start: null if the installation has an account already, also if it is the demo of another node. */
export async function createDemoIfEmpty(keeping: DemoKeeping): Promise<DemoCredentials | null> {
  const hasAccounts = async ({ database }: DemoKeeping) => (await listAccounts(database)).length > 0;
  // Almost every start ends here. The lock below decides between two nodes that start together.
  if (await hasAccounts(keeping)) return null;
  const password = await newPassword();
  return inOneStep(keeping, async (inside) => ((await hasAccounts(inside)) ? null : createAll(inside, password)));
}

/** For an operator, in addition to existing accounts. */
export async function createDemo(keeping: DemoKeeping): Promise<DemoCredentials> {
  const password = await newPassword();
  return inOneStep(keeping, async (inside) => {
    if ((await findAccount(inside.database, account.name, account.environment)) !== null) {
      const message = `The demo account exists already; its credentials were written to ${credentialsPath(keeping.dataDir)}.`;
      throw new RefusedError({ account: [message] });
    }
    return createAll(inside, password);
  });
}

/** For a later start, which may serve the demo under another address. */
export async function refreshDemoAddresses(dataDir: string, addresses: AddressBook): Promise<void> {
  const baseUrl = addresses.baseUrlOf({ ...account, sandbox: null });
  await refreshAddresses(dataDir, { baseUrl, authUrl: addresses.authUrl });
}

/**
 * The file is written last, but before the commit. If the process is killed in between, the next start finds no account,
 * creates the demo again and replaces the file. The other order would leave a demo that nobody can use.
 */
async function inOneStep<Made extends DemoCredentials | null>(
  keeping: DemoKeeping,
  make: (inside: DemoKeeping) => Promise<Made>,
): Promise<Made> {
  let isWritten = false;
  try {
    return await allOrNothing(keeping.database, keeping.now, async (database) => {
      await takeLock(database, keeping);
      const made = await make({ ...keeping, database });
      if (made !== null) {
        await writeCredentials(keeping.dataDir, made);
        isWritten = true;
      }
      return made;
    });
  } catch (error) {
    if (isWritten) await rm(credentialsPath(keeping.dataDir), { force: true });
    throw error;
  }
}

async function takeLock({ query }: Pick<Database, 'query'>, { onProgress }: DemoKeeping): Promise<void> {
  const [tried] = await query<{ isTaken: boolean }>('select pg_try_advisory_xact_lock($1) as "isTaken"', [
    advisoryLocks.demo,
  ]);
  if (tried?.isTaken) return;
  onProgress?.('another node creates the demo account; this one waits for it');
  await query('select pg_advisory_xact_lock($1)', [advisoryLocks.demo]);
}

interface NewPassword {
  readonly adminPassword: string;
  readonly passwordHash: string;
}

/** Called before the transaction, which must not wait for the hash. */
async function newPassword(): Promise<NewPassword> {
  const adminPassword = randomBytes(18).toString('base64url');
  return { adminPassword, passwordHash: await hashPassword(adminPassword) };
}

async function createAll(keeping: DemoKeeping, { adminPassword, passwordHash }: NewPassword): Promise<DemoCredentials> {
  const { database, addresses } = keeping;
  const opened = await openAccount(keeping, account);
  const baseUrl = addresses.baseUrlOf(opened);
  const { client, apiKey } = await asOperator(keeping, { ...opened, baseUrl }, async ({ create }) => {
    const application = { name: 'Demo integration', technicalContact, scopes: [...scopes] };
    const { id, clientId, clientSecret } = await create(clientApplications, application);
    const key = await create(apiKeys, { name: 'Demo key', technicalContact, ...roleMembers(rights) });
    const client = { id: String(id), clientId: String(clientId), clientSecret: String(clientSecret) };
    return { client, apiKey: String(key.apiKey) };
  });
  // If there is no other account, the administrator of the demo may also try the administration of the installation.
  const isOperator = (await listAccounts(database)).length === 1;
  await storeAdministrator(database.session(opened.id), { email: adminEmail, isOperator, passwordHash });
  const { id, ...credentials } = client;
  await database.transaction(opened.id, (tx) =>
    fill(tx, { ...callerOf(opened, baseUrl, id, credentials.clientId), author: tx.author }, keeping.onProgress),
  );
  const { authUrl } = addresses;
  return { baseUrl, authUrl, account: opened.name, ...credentials, apiKey, adminEmail, adminPassword };
}

async function fill(tx: Tx, caller: Caller, onProgress: DemoKeeping['onProgress']): Promise<void> {
  const tell = (what: string) => onProgress?.(`the demo account is being created: ${what}`);
  tell('its organization');
  const writer = writerOf(tx, caller);
  const taxonomies = await createTaxonomies(writer);
  await createDefinitions(writer, taxonomies);
  const organization = await createOrganization(writer, yearsAround(tx.now));
  const departments = await createDepartments(writer);
  await setPeopleSettings(tx, {
    timezone: zone,
    template: organization.templates.permanent,
    establishment: organization.establishments.lyon,
    department: departments.company,
  });
  await setWorkingTime(tx, { calendar: organization.calendars.france, language: 'fr-FR' });
  tell('its people');
  await createPeople(tx, writer, organization, departments);
  tell('their attributes');
  await createValues(tx, writer, taxonomies);
  tell('their leaves');
  await createLeaves(tx, writer, organization);
}

/** The eight years of the company, this year and the next one. */
function yearsAround(now: Date): number[] {
  const year = Number(todayIn(zone, now).slice(0, 4));
  return Array.from({ length: 10 }, (_, index) => year - 8 + index);
}

/** The client application of the demo, which the data belongs to where data belongs to one. */
const callerOf = (
  opened: Account,
  baseUrl: string,
  clientApplicationId: string,
  clientId: string,
): Omit<Caller, 'author'> => ({
  accountId: opened.id,
  account: opened.name,
  baseUrl,
  // Nobody reads events as this caller.
  eventSource: baseUrl,
  clientApplicationId,
  clientId,
  scopes: new Set(scopes),
  establishments: null,
  requestsPerMinute: opened.requestsPerMinute,
  person: null,
});
