// Owns the keys of the legacy API: creating, listing, revoking. A key is answered once and stored as a digest.
import type { Database } from '../database/database.ts';
import type { CredentialKeeping } from './credentials.ts';
import { RefusedError, refuseIfAny, refusingDuplicates, wrongEmail, wrongName } from './refusal.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly technicalContact: string | null;
  readonly createdAt: Date;
  /** null: it still opens the legacy API. */
  readonly revokedAt: Date | null;
}

export async function createApiKey(
  { database, secrets, now }: CredentialKeeping,
  accountId: string,
  { name, technicalContact }: Pick<ApiKey, 'name' | 'technicalContact'>,
): Promise<{ readonly id: string; readonly apiKey: string }> {
  refuseIfAny({
    name: wrongName(name),
    technicalContact: technicalContact === null ? undefined : wrongEmail(technicalContact),
  });
  const key = secrets.newApiKey();
  const [created] = await refusingDuplicates(
    'api_keys_name_key',
    { name: ['A key of this name exists already in the account.'] },
    () =>
      database.query<{ id: string }>(
        `insert into api_keys (account_id, name, technical_contact, digest, created_at)
         values ($1, $2, $3, $4, $5) returning id`,
        [accountId, name, technicalContact, key.digest, now()],
      ),
  );
  if (created === undefined) throw new Error('The key was not stored.');
  return { id: created.id, apiKey: key.text };
}

/** Revoked ones included, so that an operator sees what was once let in. */
export function listApiKeys(database: Database, accountId: string): Promise<ApiKey[]> {
  return database.query<ApiKey>(
    `select id, name, technical_contact as "technicalContact", created_at as "createdAt", revoked_at as "revokedAt"
     from api_keys where account_id = $1 order by lower(name), id`,
    [accountId],
  );
}

/** By name, as an operator knows it. The name is free again afterwards. */
export async function revokeApiKey(database: Database, accountId: string, name: string, now: Date): Promise<void> {
  const revoked = await database.query(
    `update api_keys set revoked_at = $3
     where account_id = $1 and lower(btrim(name)) = lower(btrim($2)) and revoked_at is null returning id`,
    [accountId, name, now],
  );
  if (revoked.length === 0) throw new RefusedError({ name: ['The account has no live key of this name.'] });
}
