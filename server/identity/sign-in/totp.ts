/**
 * Codes of an authenticator app that change every 30 seconds (RFC 6238). The secret is stored encrypted, and each code
 * works once, so that an observed code is useless.
 */
import { randomUUID } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

/** One step before and after: clocks differ, and people type slowly. */
const toleranceSeconds = 30;

const about = (accountId: string, administratorId: string, factorId: string): string =>
  `${accountId}/administrator/${administratorId}/totp/${factorId}`;

/** Null: it cannot be decrypted. */
export const secretOf = (session: Session, administratorId: string, factorId: string, sealed: string): string | null =>
  session.vault.openOrNull(sealed, about(session.accountId, administratorId, factorId));

const beginning = statement(`
with person as (
  select id from administrators where account_id = $1 and id = $2
), given_up as (
  delete from administrator_factors using person where administrator_id = person.id and confirmed_at is null
)
insert into administrator_factors (id, administrator_id, kind, name, created_at, sealed_secret)
select $3, person.id, 'totp', $4, $5, $6 from person`);

export interface Enrolment {
  readonly id: string;
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

/** Not active until a code has confirmed that the app has it. */
export async function beginTotp(
  session: Session,
  person: { readonly id: string; readonly email: string },
  { name, account }: { readonly name: string; readonly account: string },
): Promise<Enrolment> {
  const id = randomUUID();
  const secret = generateSecret();
  const sealed = session.vault.seal(secret, about(session.accountId, person.id, id));
  await session.run(beginning, [person.id, id, name, session.machineNow, sealed]);
  return { id, secret, uri: generateURI({ issuer: `Muster ${account}`, label: person.email, secret }) };
}

interface Row {
  readonly id: string;
  readonly sealed: string;
  readonly lastStep: string | null;
}

const finding = statement(`
select factor.id, sealed_secret as sealed, last_step as "lastStep"
from administrator_factors as factor join administrators as person on person.id = administrator_id
where person.account_id = $1 and person.id = $2 and kind = 'totp'
  and case when $3::uuid is null then confirmed_at is not null else factor.id = $3 and confirmed_at is null end`);

/** The database decides between two concurrent uses of the same code. */
const using = statement(`
update administrator_factors as factor set last_step = $4, last_used_at = $5, confirmed_at = coalesce(confirmed_at, $5)
from administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and factor.id = $3
  and (last_step is null or last_step < $4)
returning factor.id`);

/** The factor of the code, which is used up; null: none. `beingConfirmed` becomes active. */
export async function useCode(
  tx: Tx,
  administratorId: string,
  code: string,
  beingConfirmed: string | null = null,
): Promise<string | null> {
  for (const { id, sealed, lastStep } of await tx.run<Row>(finding, [administratorId, beingConfirmed])) {
    const secret = secretOf(tx, administratorId, id, sealed);
    // A factor that cannot be decrypted accepts no code; recovery codes and other factors still work.
    if (secret === null) continue;
    const found = await verify({
      secret,
      token: code,
      epoch: Math.floor(tx.machineNow.getTime() / 1000),
      epochTolerance: toleranceSeconds,
      ...(lastStep !== null && { afterTimeStep: Number(lastStep) }),
    });
    if (!found.valid || !('timeStep' in found)) continue;
    const [used] = await tx.run(using, [administratorId, id, found.timeStep, tx.machineNow]);
    return used ? id : null;
  }
  return null;
}
