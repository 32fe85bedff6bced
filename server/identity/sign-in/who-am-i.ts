/** The signed-in person, with rights, account and expiry: one statement. */
import { scopesOfRole } from '@muster/contract/roles.ts';
import type { SignedIn } from '@muster/contract/sign-in.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { installationAccess } from '../auth/installation-access.ts';
import { lifetimes } from '../auth/sessions.ts';
import type { SignInParts } from './parts.ts';
import { type KnownPerson, personById, secondFactorsOf } from './person.ts';

type Person = SignedIn['person'];
type Account = SignedIn['account'];

interface Row extends Omit<Person, 'id' | 'name'>, Omit<Account, 'url'> {
  readonly personId: string;
  readonly personName: string | null;
  readonly sessionId: string;
  readonly way: string;
  readonly hasShownFactor: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date | null;
  readonly expiresAt: Date;
}

const text = statement(`
select person.id::text as "personId", person.email, person.name as "personName", person.role, person.employee_record_id::text as "employeeId",
  person.is_operator as "isOperator", person.password_hash is not null as "hasPassword",
  account.name, account.environment, account.sandbox, account.clock_offset_ms::float8 as "clockOffsetMs", coalesce(settings.timezone_id, 'UTC') as timezone, settings.language,
  session.id as "sessionId", session.way, session.has_second_factor as "hasShownFactor", session.created_at as "createdAt", session.last_seen_at as "lastSeenAt",
  session.confirmed_at as "confirmedAt", session.expires_at as "expiresAt"
from administrator_sessions as session
  join administrators as person on person.id = session.administrator_id and person.account_id = $1
  join accounts as account on account.id = $1
  left join account_settings as settings on settings.account_id = $1
where session.digest = $2`);

/** null: the session has just ended. */
export async function whoAmI(
  { database, addresses }: SignInParts,
  accountId: string,
  token: string,
): Promise<SignedIn | null> {
  const session: Session = database.session(accountId);
  const [row] = await session.run<Row>(text, [session.vault.fingerprint(token)]);
  const person = row && (await personById(session, row.personId));
  return row && person ? shown(row, person, addresses.baseUrlOf(row)) : null;
}

const later = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();

function shown(row: Row, person: KnownPerson, url: string): SignedIn {
  const access = installationAccess({ ...row, hasFactor: person.hasTotp || person.hasPasskey });
  const { email, role, employeeId, hasPassword, name, environment, sandbox, timezone, clockOffsetMs, language } = row;
  return {
    state: 'signed-in',
    person: { id: row.personId, email, name: row.personName, role, employeeId, ...access, hasPassword },
    scopes: [...scopesOfRole(role, access.isOperator)],
    account: { name, environment, sandbox, url, timezone, clockOffsetMs, language },
    session: {
      id: row.sessionId,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      idleExpiresAt: later(row.lastSeenAt, lifetimes.idleMs),
      confirmedUntil: row.confirmedAt && later(row.confirmedAt, lifetimes.confirmedMs),
    },
    secondFactors: secondFactorsOf(person),
    isSecondFactorRequired: person.isFactorRequired,
  };
}
