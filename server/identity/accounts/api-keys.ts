// Keys of the legacy API on the command line: identified by name. A key is shown once and stored as a digest; at most
// two are active for one name.
import { apiKeySecrets } from '@muster/contract/administration/api-key-secrets.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { idIs, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { type Actor, recordAudit } from '../../platform/verbs/audit.ts';
import { refusedByMembers, refuseIfAny, wrongEmail, wrongName } from './account-errors.ts';
import {
  noRight,
  type Role,
  type RoleRights,
  type RoleRow,
  refuseWrongRole,
  rightsOf,
  roleColumns,
  roleValues,
} from './api-key-roles.ts';
import { storeKey } from './api-key-verbs.ts';
import { type CredentialKeeping, overlapSecondsDefault, wrongOverlap } from './credentials.ts';
import { keepChange, updateNamed, withKey } from './named-keys.ts';
import { replaceSecret } from './rotating-secrets.ts';
import { keySecrets } from './secret-rotations.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly technicalContact: string | null;
  readonly createdAt: Date;
  /** null: it is active. */
  readonly revokedAt: Date | null;
  readonly role: Role;
}

export interface ApiKeyDeclaration {
  readonly name: string;
  readonly technicalContact: string | null;
  /** None by default. */
  readonly rights?: Partial<RoleRights>;
}

/** With a role of the same name. */
export async function createApiKey(
  { database, secrets, actor }: CredentialKeeping,
  accountId: string,
  { name, technicalContact, rights = {} }: ApiKeyDeclaration,
): Promise<{ readonly id: string; readonly apiKey: string }> {
  refuseIfAny({
    name: wrongName(name),
    technicalContact: technicalContact === null ? undefined : wrongEmail(technicalContact),
  });
  await refuseWrongRole(database, accountId, rights);
  const key = secrets.newApiKey();
  const values = { name, technicalContact, ...roleValues({ ...noRight, ...rights }) };
  const { id } = await refusedByMembers(
    database.transaction(accountId, async (tx) => {
      const shown = await storeKey(tx, values, key);
      if (actor) await keepChange(tx, actor, 'created', null, shown);
      return shown;
    }),
  );
  return { id, apiKey: key.text };
}

/** Revoked ones included, so that an operator sees former keys. */
export async function listApiKeys(database: Database, accountId: string): Promise<ApiKey[]> {
  const rows = await database.query<Omit<ApiKey, 'role'> & RoleRow>(
    `select key.id, key.name, key.technical_contact as "technicalContact", key.created_at as "createdAt",
       key.revoked_at as "revokedAt", ${roleColumns}
     from api_keys as key where key.account_id = $1 order by lower(key.name), key.id`,
    [accountId],
  );
  return rows.map((row) => {
    const { id, name, technicalContact, createdAt, revokedAt } = row;
    return { id, name, technicalContact, createdAt, revokedAt, role: { name: row.role_name, ...rightsOf(row) } };
  });
}

/** Its name and its contact. The role keeps its own name. */
export async function changeApiKey(
  database: Database,
  accountId: string,
  named: string,
  { name, technicalContact }: Partial<Omit<ApiKeyDeclaration, 'rights'>>,
  actor?: Actor,
): Promise<void> {
  refuseIfAny({
    name: name === undefined ? undefined : wrongName(name),
    technicalContact: typeof technicalContact === 'string' ? wrongEmail(technicalContact) : undefined,
  });
  await updateNamed(database, accountId, named, { name, technicalContact }, actor);
}

/** The old key works for the overlap; one that was already expiring ends now. Name, role and usage stay. */
export async function regenerateApiKey(
  { database, secrets, actor }: CredentialKeeping,
  accountId: string,
  name: string,
  { overlapSeconds = overlapSecondsDefault }: { readonly overlapSeconds?: number } = {},
): Promise<{ readonly apiKey: string }> {
  refuseIfAny({ overlapSeconds: wrongOverlap(overlapSeconds) });
  const key = secrets.newApiKey();
  await withKey(database, accountId, name, async (tx, { id }) => {
    await replaceSecret(tx, keySecrets, id, key, overlapSeconds * 1000);
    if (actor) {
      const subject = { type: apiKeys.type, id };
      await recordAudit(tx, actor, {
        action: `${apiKeySecrets.type}.created`,
        subject,
        before: null,
        after: { overlapSeconds },
      });
    }
  });
  return { apiKey: key.text };
}

/** The name can be used again afterwards. */
export async function revokeApiKey(
  database: Database,
  accountId: string,
  name: string,
  now: Date,
  actor?: Actor,
): Promise<void> {
  await withKey(database, accountId, name, async (tx, before) => {
    await updateWithoutTimestamp(tx, apiKeys, [idIs(before.id)], { revokedAt: now });
    if (actor) await keepChange(tx, actor, 'deleted', before, null);
  });
}
