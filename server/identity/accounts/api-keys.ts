/** The keys of the legacy API with their roles, as a list for operators. */
import type { Database } from '../../platform/database/database.ts';
import { type ApiKeyRole, type RoleRow, rightsOf, roleColumns } from './api-key-roles.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly technicalContact: string | null;
  readonly createdAt: Date;
  /** null: it is active. */
  readonly revokedAt: Date | null;
  readonly role: ApiKeyRole;
}

/** Revoked ones included, which the API shows to nobody: an operator sees what was once let in. */
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
