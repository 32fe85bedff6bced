/** Keys of the legacy API and their roles, as commands name and show them. */
import { apiKeySecrets } from '@muster/contract/administration/api-key-secrets.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import {
  type ApiKeyRole,
  noRight,
  type RoleRights,
  roleMembers,
} from '@muster/server/identity/accounts/api-key-roles.ts';
import { overlapSecondsDefault, rotateSecret } from '@muster/server/identity/accounts/rotating-secrets.ts';
import { keySecrets } from '@muster/server/identity/accounts/secret-rotations.ts';
import { type NamedAccount, type Operating, type OperatorCalls, operate } from './operate.ts';

export interface ApiKeyDeclaration {
  readonly name: string;
  readonly technicalContact: string | null;
  /** None by default. */
  readonly rights?: Partial<RoleRights>;
}

const names = {
  name: 'name',
  technicalContact: 'technicalContact',
  roleName: 'role',
  leavesBusinessEstablishments: 'leaves',
  usersBusinessEstablishments: 'users',
};

/** With a role of the same name. */
export async function createApiKey(
  operating: Operating,
  account: NamedAccount,
  { name, technicalContact, rights = {} }: ApiKeyDeclaration,
): Promise<{ readonly id: string; readonly apiKey: string }> {
  const body = { name, technicalContact, ...roleMembers({ ...noRight, ...rights }) };
  const { id, apiKey } = await operate(operating, account, ({ create }) => create(apiKeys, body), names);
  return { id: String(id), apiKey: String(apiKey) };
}

/** Its name and its contact. The role keeps its own name. */
export const changeApiKey = (
  operating: Operating,
  account: NamedAccount,
  name: string,
  change: Partial<Omit<ApiKeyDeclaration, 'rights'>>,
): Promise<void> =>
  withKey(operating, account, name, async ({ update }, id) => void (await update(apiKeys, id, change)));

/** Members left out stay as they are; it takes effect within a second. */
export const changeRole = (
  operating: Operating,
  account: NamedAccount,
  keyName: string,
  { name, ...rights }: Partial<ApiKeyRole>,
): Promise<ApiKeyRole> =>
  withKey(operating, account, keyName, async ({ update }, id) =>
    roleIn(await update(apiKeys, id, { ...(name !== undefined && { roleName: name }), ...roleMembers(rights) })),
  );

interface RoleMembers {
  readonly roleName: string;
  readonly readsLeaves: boolean;
  readonly leavesBusinessEstablishments: readonly { readonly id: string }[] | null;
  readonly readsUsers: boolean;
  readonly usersBusinessEstablishments: readonly { readonly id: string }[] | null;
  readonly seesPersonalData: boolean;
  readonly seesFormer: boolean;
  readonly seesFuture: boolean;
}

function roleIn(row: Readonly<Record<string, unknown>>): ApiKeyRole {
  // As the API shows it.
  const key = row as Readonly<Record<string, unknown>> & RoleMembers;
  const right = (isRead: boolean, places: RoleMembers['leavesBusinessEstablishments']) =>
    isRead ? (places?.map(({ id }) => id) ?? 'all') : 'none';
  return {
    name: key.roleName,
    leaves: right(key.readsLeaves, key.leavesBusinessEstablishments),
    users: right(key.readsUsers, key.usersBusinessEstablishments),
    personalData: key.seesPersonalData,
    former: key.seesFormer,
    future: key.seesFuture,
  };
}

/** The old key works for the overlap; one that was already ending ends now. Name, role and usage stay. */
export const regenerateApiKey = (
  operating: Operating,
  account: NamedAccount,
  name: string,
  { overlapSeconds = overlapSecondsDefault }: { readonly overlapSeconds?: number } = {},
): Promise<{ readonly apiKey: string }> =>
  withKey(operating, account, name, async ({ tx, createWith }, id) => {
    const made = await createWith(apiKeySecrets, (access) => rotateSecret(tx, keySecrets, access, overlapSeconds), id);
    return { apiKey: String(made.apiKey) };
  });

/** The name is free again afterwards. */
export const revokeApiKey = (operating: Operating, account: NamedAccount, name: string): Promise<void> =>
  withKey(operating, account, name, ({ remove }, id) => remove(apiKeys, id));

/** A live key; whatever the case of its name. */
function withKey<T>(
  operating: Operating,
  account: NamedAccount,
  name: string,
  work: (calls: OperatorCalls, id: string) => Promise<T>,
): Promise<T> {
  const folded = (text: unknown) => String(text).trim().toLowerCase();
  const found = async (calls: OperatorCalls) => {
    const key = (await calls.list(apiKeys)).find((one) => folded(one.name) === folded(name));
    if (!key) throw new RefusedError({ name: ['The account has no live key of this name.'] });
    return work(calls, String(key.id));
  };
  return operate(operating, account, found, names);
}
