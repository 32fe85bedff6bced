/** The identity provider of an account as the sign-in uses it, with its secret decrypted. */
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { invalid, type Problem } from '../../problem.ts';

const about = ({ accountId }: Session): string => `${accountId}/identity-provider/secret`;

export const sealedSecret = (session: Session, secret: string): string => session.vault.seal(secret, about(session));

/** Null: it cannot be decrypted. */
export const secretIn = (session: Session, sealed: string): string | null =>
  session.vault.openOrNull(sealed, about(session));

export interface Provider {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly areAddressesTrusted: boolean;
}

const declared = statement(`
select id::text as id, issuer, client_id as "clientId", sealed_secret as sealed, are_addresses_trusted as "areAddressesTrusted"
from identity_providers where account_id = $1`);

/** null: the account has none, or its secret cannot be decrypted; its owner must enter the secret again. */
export async function providerOf(session: Session): Promise<Provider | null> {
  const [row] = await session.run<Omit<Provider, 'clientSecret'> & { sealed: string }>(declared);
  if (!row) return null;
  const { sealed, ...provider } = row;
  const clientSecret = secretIn(session, sealed);
  return clientSecret === null ? null : { ...provider, clientSecret };
}

/** Why there is none to ask, for people who want to sign in by it. */
export async function withoutProvider(session: Session): Promise<Problem> {
  const isUnreadable = (await session.run(declared)).length > 0;
  return invalid({ $: [isUnreadable ? unreadableSecret : 'The account has no provider to sign in with.'] });
}

const unreadableSecret =
  'The secret of the provider cannot be decrypted: an owner of the account enters it again in the settings.';
