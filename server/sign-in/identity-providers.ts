/** The company's own provider, as an account declares it. The secret is kept sealed and opened by the sign-in alone. */
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import type { Session, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { invalid, type Problem } from '../problem.ts';
import type { Shown } from '../store/read.ts';
import { insert } from '../store/write.ts';
import { changesIn, type JsonObject, valuesIn } from '../verbs/body.ts';
import { change, read, type Sight, type Write } from '../verbs/standard.ts';
import type { Outside } from '../webhooks/outside.ts';

const about = ({ accountId }: Session): string => `${accountId}/identity-provider/secret`;

const one = statement('select 1 as one from identity_providers where account_id = $1 for update');

export async function createProvider(tx: Tx, { caller }: Sight, body: JsonObject): Promise<Shown> {
  const { clientSecret, ...values } = valuesIn(identityProviders, body, caller.baseUrl);
  if ((await tx.run(one)).length > 0)
    throw invalid({ $: ['The account has a provider already: change or delete it.'] });
  return insert(tx, identityProviders, { ...values, sealedSecret: tx.vault.seal(String(clientSecret), about(tx)) });
}

export function updateProvider(tx: Tx, sight: Sight, id: string, write: Write): Promise<Shown> {
  return change(tx, identityProviders, sight, id, write, (current, body) => {
    const { clientSecret, ...changes } = changesIn(identityProviders, current, body, sight.caller.baseUrl);
    if (clientSecret === undefined) return changes;
    return { ...changes, sealedSecret: tx.vault.seal(String(clientSecret), about(tx)) };
  });
}

/** Whether the service may call the issuer, found out before anything is locked. */
async function refusedIssuer(outside: Outside, issuer: unknown): Promise<Problem | null> {
  if (typeof issuer !== 'string') return null;
  const refusal = await outside.refusedAddress(issuer);
  return refusal === null ? null : invalid({ issuer: [refusal] });
}

export async function foreseeProvider(
  outside: Outside,
  _session: Session,
  { caller }: Sight,
  body: JsonObject,
): Promise<Problem | null> {
  valuesIn(identityProviders, body, caller.baseUrl);
  return refusedIssuer(outside, body.issuer);
}

export async function foreseeProviderChange(
  outside: Outside,
  session: Session,
  sight: Sight,
  id: string,
  write: Write,
): Promise<void> {
  write.check(await read(session, identityProviders, sight, id));
  const refusal = await refusedIssuer(outside, (await write.body()).issuer);
  if (refusal) throw refusal;
}

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly areAddressesTrusted: boolean;
}

const declared = statement(`
select issuer, client_id as "clientId", sealed_secret as sealed, are_addresses_trusted as "areAddressesTrusted"
from identity_providers where account_id = $1`);

/** null: the account has none. */
export async function providerOf(session: Session): Promise<Provider | null> {
  const [row] = await session.run<Omit<Provider, 'clientSecret'> & { sealed: string }>(declared);
  if (!row) return null;
  const { sealed, ...provider } = row;
  return { ...provider, clientSecret: session.vault.open(sealed, about(session)) };
}
