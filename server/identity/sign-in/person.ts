/** The data of a person for the sign-in, read with one statement. */
import type { SecondFactor } from '@muster/contract/sign-in.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

export interface KnownPerson {
  readonly id: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly isDisabled: boolean;
  /** Null: signs in only by the identity provider. */
  readonly passwordHash: string | null;
  /** Changes with every change of credentials; null: none yet. */
  readonly credentialsStamp: string | null;
  readonly credentialsChangedAt: Date | null;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  readonly hasRecoveryCode: boolean;
  /** Whether the person has linked the provider of the account. */
  readonly isLinked: boolean;
  /** The requirements of the account: a second factor; only the identity provider. */
  readonly isFactorRequired: boolean;
  readonly isProviderRequired: boolean;
}

const columns = `person.id::text as id, person.email, person.is_operator as "isOperator", person.is_disabled as "isDisabled",
  person.password_hash as "passwordHash", person.credentials_stamp as "credentialsStamp",
  person.credentials_changed_at as "credentialsChangedAt",
  exists (select from administrator_factors
    where administrator_id = person.id and kind = 'totp' and confirmed_at is not null) as "hasTotp",
  exists (select from administrator_factors where administrator_id = person.id and kind = 'passkey') as "hasPasskey",
  exists (select from administrator_recovery_codes where administrator_id = person.id) as "hasRecoveryCode",
  exists (select from administrator_identities where account_id = $1 and administrator_id = person.id) as "isLinked",
  coalesce((select second_factor_required from account_settings where account_id = $1), false) as "isFactorRequired",
  exists (select from identity_providers where account_id = $1 and is_required) as "isProviderRequired"`;

const byEmail = statement(`
select ${columns}
from (select $1::bigint as account_id, lower($2) as email) as asked
  left join administrators as person on person.account_id = asked.account_id and lower(person.email) = asked.email`);

const byId = statement(`select ${columns} from administrators as person where account_id = $1 and id = $2`);

export interface PersonLookup {
  readonly person: KnownPerson | null;
  /** Nobody can sign in with a password. */
  readonly isProviderRequired: boolean;
}

/** The same statement with the same work, whether the person exists or not. */
export async function personByEmail(session: Session, email: string): Promise<PersonLookup> {
  const [row] = await session.run<Omit<KnownPerson, 'id'> & { readonly id: string | null }>(byEmail, [email]);
  if (!row || row.id === null) return { person: null, isProviderRequired: row?.isProviderRequired ?? false };
  return { person: { ...row, id: row.id }, isProviderRequired: row.isProviderRequired };
}

export async function personById(session: Session, id: string): Promise<KnownPerson | null> {
  const [row] = await session.run<KnownPerson>(byId, [id]);
  return row ?? null;
}

/** Operators do not depend on the provider of one account. */
export const mustUseProvider = ({ isProviderRequired, isOperator }: KnownPerson): boolean =>
  isProviderRequired && !isOperator;

/** Where operators need no provider, they need a second factor: nobody comes in there by a password alone. */
export const mustHaveFactor = ({ isFactorRequired, isProviderRequired, isOperator }: KnownPerson): boolean =>
  isFactorRequired || (isProviderRequired && isOperator);

/** Who has none is known by a provider alone, and can prove who they are by nothing else. */
export const hasOwnCredential = ({ passwordHash, hasTotp, hasPasskey }: KnownPerson): boolean =>
  passwordHash !== null || hasTotp || hasPasskey;

/** What a person can show next to the password. Recovery codes stand in for the others and are none by themselves. */
export function secondFactorsOf({ hasTotp, hasPasskey, hasRecoveryCode }: KnownPerson): SecondFactor[] {
  if (!hasTotp && !hasPasskey) return [];
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasRecoveryCode ? (['recovery-code'] as const) : []),
  ];
}
