/**
 * Which person an identity of the provider belongs to. A person links it from their own session, or by accepting an
 * invitation; an e-mail address alone binds nobody. It is valid only for the account of its provider.
 */
import { randomUUID } from 'node:crypto';
import type { LinkedIdentity } from '@muster/contract/sign-in.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isUuid } from '../../platform/store/columns.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { invalid, noSuchResource } from '../../problem.ts';
import { credentialsChanged, type Renewed } from './credentials.ts';
import { actorOf, type From } from './parts.ts';
import { mustUseProvider, personById } from './person.ts';
import type { Identity } from './provider.ts';
import type { SignedInPerson } from './sessions.ts';

export interface KnownIdentity {
  readonly id: string;
  readonly administratorId: string;
  /** Whether the person linked it themselves. */
  readonly origin: 'invitation' | 'person';
}

const finding = statement(`
update administrator_identities set last_used_at = $5
where account_id = $1 and provider_id = $2 and issuer = $3 and subject = $4
returning id, administrator_id::text as "administratorId", origin`);

/** null: the identity belongs to nobody here. */
export async function knownIdentity(
  session: Session,
  providerId: string,
  { issuer, subject }: Identity,
): Promise<KnownIdentity | null> {
  const [row] = await session.run<KnownIdentity>(finding, [providerId, issuer, subject, session.machineNow]);
  return row ?? null;
}

const linking = statement(`
insert into administrator_identities
  (account_id, administrator_id, provider_id, issuer, subject, id, origin, linked_at, last_used_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
on conflict do nothing returning id`);

/** Returns its id; null: it belongs to another person, or the person has another one. */
export async function bindIdentity(
  tx: Tx,
  administratorId: string,
  providerId: string,
  { issuer, subject }: Identity,
  origin: KnownIdentity['origin'],
): Promise<string | null> {
  const [row] = await tx.run<{ id: string }>(linking, [
    administratorId,
    providerId,
    issuer,
    subject,
    randomUUID(),
    origin,
    tx.machineNow,
  ]);
  return row?.id ?? null;
}

const listing = statement(`
select identity.id, provider.name as provider, identity.issuer, identity.linked_at as "linkedAt",
  identity.last_used_at as "lastUsedAt"
from administrator_identities as identity
  join identity_providers as provider on provider.account_id = $1 and provider.id = identity.provider_id
where identity.account_id = $1 and identity.administrator_id = $2
order by identity.linked_at`);

type Row = Omit<LinkedIdentity, 'linkedAt' | 'lastUsedAt'> & {
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
};

export async function identitiesOf(session: Session, administratorId: string): Promise<LinkedIdentity[]> {
  const rows = await session.run<Row>(listing, [administratorId]);
  return rows.map((row) => ({
    ...row,
    linkedAt: row.linkedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * The session that unlinks continues, even if it was opened by the provider: the person has just confirmed their
 * password.
 */
const unlinking = statement(`
with gone as (
  delete from administrator_identities where account_id = $1 and administrator_id = $2 and id = $3 returning id
)
update administrator_sessions set identity_id = null,
  way = case when way = 'provider' then 'unlinked' else way end
from gone where identity_id = gone.id and administrator_sessions.id = $4`);

/** Refused if the person could no longer sign in. */
export async function unlinkIdentity(
  tx: Tx,
  person: SignedInPerson,
  identityId: string,
  sessionId: string,
  from: From,
): Promise<Renewed['kept']> {
  const linked = (await identitiesOf(tx, person.id)).find(({ id }) => id === identityId);
  const known = await personById(tx, person.id);
  if (!linked || !known || !isUuid(identityId)) throw noSuchResource('identity', identityId);
  if (mustUseProvider(known)) {
    throw invalid({ id: ['The account lets people in by its provider alone: an owner ends that first.'] });
  }
  if (known.passwordHash === null && !known.hasPasskey) {
    throw invalid({ id: ['Nothing else is left to sign in with: add a passkey first.'] });
  }
  await tx.run(unlinking, [person.id, identityId, sessionId]);
  const actor = actorOf(person, from);
  const kept = await credentialsChanged(tx, actor, person.id, sessionId);
  await recordAudit(tx, actor, {
    action: 'identity.unlinked',
    subject: { type: 'administrator', id: person.id },
    before: { provider: linked.provider, issuer: linked.issuer },
    after: null,
  });
  return kept;
}
