/** Client applications as commands name and show them. */
import { clientApplicationSecrets } from '@muster/contract/administration/client-application-secrets.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { findApplication } from '@muster/server/identity/accounts/find-application.ts';
import { overlapSecondsDefault, rotateSecret as rotate } from '@muster/server/identity/accounts/rotating-secrets.ts';
import { applicationSecrets } from '@muster/server/identity/accounts/secret-rotations.ts';
import { type NamedAccount, type Operating, type OperatorCalls, operate } from './operate.ts';

export interface ClientDeclaration {
  readonly name: string;
  readonly technicalContact: string;
  readonly scopes: readonly string[];
  /** null: all, present and future. */
  readonly establishments: readonly string[] | null;
}

export interface ListedClient extends ClientDeclaration {
  readonly id: string;
  readonly clientId: string;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
}

/** The secret is not kept: this is the only time it can be shown. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const names = { businessEstablishments: 'establishments' };

type Body = Readonly<Record<string, unknown>>;

const bodyOf = ({ establishments, scopes, ...others }: Partial<ClientDeclaration>): Body => ({
  ...others,
  ...(scopes !== undefined && { scopes: [...new Set(scopes)] }),
  ...(establishments !== undefined && { businessEstablishments: establishments?.map((id) => ({ id })) ?? null }),
});

export function clientIn(row: Body): ListedClient {
  // As the API shows it.
  const { id, clientId, name, technicalContact, scopes, businessEstablishments, isDisabled, createdAt } = row as Body &
    Omit<ListedClient, 'createdAt'> & { businessEstablishments: { id: string }[] | null; createdAt: string };
  const establishments = businessEstablishments?.map((place) => place.id) ?? null;
  return { id, clientId, name, technicalContact, scopes, establishments, isDisabled, createdAt: new Date(createdAt) };
}

export async function createClient(
  operating: Operating,
  account: NamedAccount,
  declaration: ClientDeclaration,
): Promise<ClientCredentials> {
  const { clientId, clientSecret } = await operate(
    operating,
    account,
    ({ create }) => create(clientApplications, bodyOf(declaration)),
    names,
  );
  return { clientId: String(clientId), clientSecret: String(clientSecret) };
}

export const listClients = (operating: Operating, account: NamedAccount): Promise<ListedClient[]> =>
  operate(operating, account, async ({ list }) =>
    (await list(clientApplications, { sort: { path: 'name', isDescending: false } })).map(clientIn),
  );

/** Members left out stay as they are. */
export const changeClient = (
  operating: Operating,
  clientId: string,
  { isDisabled, ...change }: Partial<ClientDeclaration & Pick<ListedClient, 'isDisabled'>>,
): Promise<ListedClient> =>
  withApplication(operating, clientId, async ({ update }, id) => {
    const body = { ...bodyOf(change), ...(isDisabled !== undefined && { isDisabled }) };
    return clientIn(await update(clientApplications, id, body));
  });

/** Its tokens are refused within a second; the declaration is kept. */
export const revokeClient = (operating: Operating, clientId: string): Promise<ListedClient> =>
  changeClient(operating, clientId, { isDisabled: true });

/** Undoes a revocation. Tokens that have not expired meanwhile work again. */
export const restoreClient = (operating: Operating, clientId: string): Promise<ListedClient> =>
  changeClient(operating, clientId, { isDisabled: false });

/** The old secret stays valid for the overlap; one that was already ending ends now. */
export const rotateSecret = (
  operating: Operating,
  clientId: string,
  { overlapSeconds = overlapSecondsDefault }: { readonly overlapSeconds?: number } = {},
): Promise<ClientCredentials> =>
  withApplication(operating, clientId, async ({ tx, createWith }, id) => {
    const made = await createWith(
      clientApplicationSecrets,
      (access) => rotate(tx, applicationSecrets, access, overlapSeconds),
      id,
    );
    return { clientId, clientSecret: String(made.clientSecret) };
  });

/** Nothing happens when only one secret is live. */
export const endOldSecret = (operating: Operating, clientId: string): Promise<void> =>
  withApplication(operating, clientId, async ({ list, remove }, id) => {
    const secrets = await list(clientApplicationSecrets, { ownerId: id });
    const ending = secrets.find(({ expiresAt }) => expiresAt !== null);
    if (ending) await remove(clientApplicationSecrets, String(ending.id), id);
  });

async function withApplication<T>(
  operating: Operating,
  clientId: string,
  work: (calls: OperatorCalls, id: string) => Promise<T>,
): Promise<T> {
  const found = await findApplication(operating.database, clientId);
  if (!found) throw new RefusedError({ clientId: ['There is no client application with this client id.'] });
  return operate(operating, found.account, (calls) => work(calls, found.id), names);
}
