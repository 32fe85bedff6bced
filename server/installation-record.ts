/**
 * The identity of this installation in its database: an id, and a check value of the encryption key. The first start
 * writes both. A process with another key is refused before anything is written, because values encrypted with two keys
 * cannot all be decrypted.
 */
import { randomUUID } from 'node:crypto';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { derivedKeys, keyCheck } from './identity/auth/installation-key.ts';
import { isSameDigest } from './identity/auth/secrets.ts';
import { opensSigningKeys } from './identity/auth/signing-keys.ts';
import { secretIn } from './identity/sign-in/account-provider.ts';
import type { Database, Session } from './platform/database/database.ts';
import { statement } from './platform/database/statement.ts';
import { openedMember } from './platform/store/sealing.ts';
import { opensSecret } from './webhooks/secrets.ts';

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
  readonly key_check: string;
}

const found = 'select id::text as id, key_check from installation';

/** The database decides which of two first starts was first; the other must have the same key or is refused. */
export async function provenInstallation(
  database: Database,
  masterKey: Buffer,
  now: Date,
): Promise<InstallationRecord> {
  const [known] = await database.query<Row>(found);
  if (known) return checked(known, masterKey);
  if (!(await opensWhatIsThere(database, masterKey))) throw new WrongKeyError();
  await database.query(
    'insert into installation (id, key_check, created_at) values ($1, $2, $3) on conflict do nothing',
    [randomUUID(), keyCheck(masterKey).toString('base64url'), now],
  );
  const [recorded] = await database.query<Row>(found);
  return checked(recorded as Row, masterKey);
}

function checked({ id, key_check }: Row, masterKey: Buffer): InstallationRecord {
  if (!isSameDigest(Buffer.from(key_check, 'base64url'), keyCheck(masterKey))) throw new WrongKeyError();
  return { id };
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
async function opensWhatIsThere(database: Database, masterKey: Buffer): Promise<boolean> {
  const ofTokens = await opensSigningKeys(database, derivedKeys(masterKey).envelope);
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
