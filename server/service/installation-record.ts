/**
 * The identity of this installation in its database: an id, and a check value of the encryption key. The first start
 * writes both. A process with another key is refused before anything is written, because values encrypted with two keys
 * cannot all be decrypted.
 */
import { randomUUID } from 'node:crypto';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import type { FollowingRing } from '../identity/auth/key-ring.ts';
import { opensSigningKeys } from '../identity/auth/signing-keys.ts';
import { secretIn } from '../identity/sign-in/account-provider.ts';
import { recordedKeys } from '../keys/recorded-keys.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { openedMember } from '../platform/store/sealing.ts';
import { registerVersions } from '../platform/store/stored-text.ts';
import { opensSecret } from '../webhooks/secrets.ts';

export interface InstallationRecord {
  readonly id: string;
}

export class WrongKeyError extends Error {
  constructor() {
    super(
      'The encryption key of this process is not the one that this database was set up with: set MUSTER_ENCRYPTION_KEY ' +
        'to the key of the other nodes, or put their file "encryption-key" into the data folder, and start again.',
    );
  }
}

interface Row {
  readonly id: string;
  readonly lasting: Buffer | null;
}

const found = 'select id::text as id, lasting_keys as lasting from installation';

/**
 * Refuses a process that does not have the active key. The database decides which of two first starts was first; the
 * other must have the same key or is refused. Afterwards the ring knows the numbers of its keys, and the database the
 * declarations of this build.
 */
export async function provenInstallation(
  database: Database,
  ring: FollowingRing,
  now: Date,
): Promise<InstallationRecord> {
  const [newest] = ring.checks();
  const [known] = await database.query<Row>(found);
  if (!known) {
    if (!(await opensWhatIsThere(database, ring))) throw new WrongKeyError();
    await database.query(
      `with first as (
         insert into installation (id, key_check, created_at) values ($1, $2, $3) on conflict do nothing returning 1
       )
       insert into encryption_keys (number, key_check, state, announced_at, activated_at)
       select 1, $2, 'active', $3, $3 from first on conflict do nothing`,
      [randomUUID(), newest, now],
    );
  }
  await followKeys(database.query, ring);
  const [recorded] = await database.query<Row>(found);
  const { id, lasting } = recorded as Row;
  ring.last(lasting);
  // Before this process reads its first row.
  await registerVersions(database);
  return { id };
}

/** Takes over what the database says about keys. Throws if the active one is none of this process. */
async function followKeys(query: Database['query'], ring: FollowingRing): Promise<void> {
  const keys = await recordedKeys(query);
  const active = keys.find(({ state }) => state === 'active');
  if (!active || !ring.checks().includes(active.check)) throw new WrongKeyError();
  ring.follow(keys);
}

/** A sample of the oldest values is enough: values written with a wrong key are younger and fewer. */
const sampled = 20;

type Sample = (session: Session) => Promise<boolean[]>;

const samples: readonly Sample[] = [
  async (session) =>
    (await session.run<{ endpointId: string; sealed: string }>(secrets)).map(({ endpointId, sealed }) =>
      opensSecret(session, endpointId, sealed),
    ),
  async (session) =>
    (await session.run<{ sealed: string }>(providers)).map(({ sealed }) => secretIn(session, sealed) !== null),
  async (session) =>
    (await session.run<{ id: string; title: string }>(records)).map(
      ({ id, title }) => openedMember(session, employeePersonalRecords, id, 'title', title) !== null,
    ),
];

const secrets = statement(`
select webhook_endpoint_id::text as "endpointId", sealed_secret as sealed from webhook_endpoint_secrets
where account_id = $1 order by id limit ${sampled}`);

const providers = statement('select sealed_secret as sealed from identity_providers where account_id = $1');

const records = statement(`
select id::text as id, title from employee_personal_records where account_id = $1 order by id limit ${sampled}`);

/**
 * For a database from before the check value. The keys that sign tokens come first: no node works without them, so they
 * belong to the right key. If there are none, the first existing kind of encrypted values decides.
 */
async function opensWhatIsThere(database: Database, ring: FollowingRing): Promise<boolean> {
  const ofTokens = await opensSigningKeys(database, ring);
  if (ofTokens.length > 0) return ofTokens.includes(true);
  const accounts = await database.query<{ id: string }>('select id::text as id from accounts order by accounts.id');
  for (const sample of samples) {
    const opens: boolean[] = [];
    for (const { id } of accounts) {
      if (opens.length < sampled) opens.push(...(await sample(database.session(id))));
    }
    if (opens.length > 0) return opens.filter(Boolean).length * 2 >= opens.length;
  }
  return true;
}
