/**
 * Secrets of one owner, each in its own row: at most two are active, so that a rotation needs no pause. A secret is
 * shown once; only its digest is stored. It expires by the clock of its account: an expired one is absent and refused,
 * whenever its row is removed.
 */
import { overlapHours as overlapHoursSchema } from '@muster/contract/administration/client-application-secrets.ts';
import { ownerPathOf } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { AccountTime, Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { withTail } from '../../platform/store/address.ts';
import { columnAt, tableOf } from '../../platform/store/columns.ts';
import type { Condition } from '../../platform/store/condition.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { Shown } from '../../platform/store/shown-columns.ts';
import { idIs, insert, remove, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { validatorOf } from '../../platform/validation/validator.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { checkedValues, type JsonObject } from '../../platform/verbs/body.ts';
import { lock, read } from '../../platform/verbs/standard.ts';
import { invalid, noErrors, throwIfAny } from '../../problem.ts';
import type { NewSecret, SecretSource } from '../auth/secrets.ts';
import { secretsKnownBy } from '../auth/secrets.ts';

/** The owner of the secrets, their table, and the member that shows one. */
export interface Rotation {
  readonly owner: Resource;
  readonly secrets: Resource & { readonly within: NonNullable<Resource['within']> };
  readonly member: string;
  readonly draw: (source: SecretSource) => NewSecret;
}

const hourMs = 3_600_000;
const overlapHoursDefault = 24;

const ofOwner =
  ({ secrets }: Rotation, ownerId: string): Condition =>
  (place) =>
    `${columnAt(ownerPathOf(secrets.within))} = ${place(ownerId)}::bigint`;

const isEnding: Condition = () => 'expires_at is not null';

export const keepSecret = (
  tx: Tx,
  { secrets }: Rotation,
  ownerId: string,
  { text, digest }: NewSecret,
): Promise<StoredRow> => insert(tx, secrets, { [ownerPathOf(secrets.within)]: ownerId, hint: text.slice(-4), digest });

/** The response to a creation, with the secret. */
export const showingOnce = ({ member }: Rotation, shown: StoredRow, secret: string): StoredRow => ({
  ...shown,
  representation: withTail(shown.representation, `,"${member}":${JSON.stringify(secret)}`),
});

/** One rotation of an owner at a time. */
const lockOwner = (tx: Tx, { owner }: Rotation, access: AccessContext, id: string) =>
  lock(tx, owner, { ...access, conditions: access.conditionsOn(owner) }, id);

export const createSecretOf =
  (rotation: Rotation) =>
  async (tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> => {
    const { ownerId = '' } = access;
    await lockOwner(tx, rotation, access, ownerId);
    return drawSecret(tx, rotation, ownerId, overlapIn(rotation, access, body) * hourMs);
  };

export const overlapSecondsDefault = overlapHoursDefault * 3600;
export const overlapSecondsMax = 7 * 24 * 3600;

/** The same for operators, who may also say minutes. */
export async function rotateSecret(
  tx: Tx,
  rotation: Rotation,
  access: AccessContext,
  overlapSeconds: number,
): Promise<StoredRow> {
  const isAllowed = Number.isInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= overlapSecondsMax;
  if (!isAllowed) {
    throw invalid({ overlapSeconds: [`The overlap is a whole number from 0 to ${overlapSecondsMax} (7 days).`] });
  }
  const { ownerId = '' } = access;
  await lockOwner(tx, rotation, access, ownerId);
  return drawSecret(tx, rotation, ownerId, overlapSeconds * 1000);
}

async function drawSecret(tx: Tx, rotation: Rotation, ownerId: string, overlapMs: number): Promise<StoredRow> {
  const secret = rotation.draw(secretsKnownBy(tx.vault.fingerprint));
  return showingOnce(rotation, await replaceSecret(tx, rotation, ownerId, secret, overlapMs), secret.text);
}

function overlapIn({ secrets }: Rotation, access: AccessContext, body: JsonObject): number {
  const errors = noErrors();
  const { overlapHours = overlapHoursDefault } = checkedValues(secrets, body, access.caller.baseUrl, errors);
  validatorOf(overlapHoursSchema)(overlapHours, 'overlapHours', errors);
  throwIfAny(errors);
  return overlapHours as number;
}

/** The former secret works for the overlap; one that was already expiring ends now. Under the lock of its owner. */
async function replaceSecret(
  tx: Tx,
  rotation: Rotation,
  ownerId: string,
  secret: NewSecret,
  overlapMs: number,
): Promise<StoredRow> {
  const { owner, secrets } = rotation;
  const own = ofOwner(rotation, ownerId);
  const ends = overlapMs === 0 ? null : new Date(tx.now.getTime() + overlapMs);
  await remove(tx, secrets, ends ? [own, isEnding] : [own]);
  if (ends) await updateWithoutTimestamp(tx, secrets, [own], { expiresAt: ends });
  const shown = await keepSecret(tx, rotation, ownerId, secret);
  await updateWithoutTimestamp(tx, owner, [idIs(ownerId)], { secretCreatedAt: tx.now, previousSecretExpiresAt: ends });
  return shown;
}

/** An owner whose former secret has ended shows no end of it, whenever the row is brought up to date. */
export const withoutEndedSecret =
  (_: unknown, time: () => AccountTime): Shown =>
  (place, text) => ({
    revision: 'shown_row.revision',
    representation: `case when shown_row.previous_secret_expires_at <= ${place(time().now)}::timestamptz
    then regexp_replace(${text}, '"previousSecretExpiresAt":"[^"]*"', '"previousSecretExpiresAt":null')
    else ${text} end`,
  });

interface Live {
  readonly id: string;
  readonly createdAt: Date;
}

/** Newest first. */
const liveOf = ({ secrets }: Rotation) =>
  statement(`
select id::text as id, created_at as "createdAt" from ${tableOf(secrets)}
where account_id = $1 and ${columnAt(ownerPathOf(secrets.within))} = $2 and (expires_at is null or expires_at > $3)
order by expires_at desc nulls first, id desc`);

export const removeSecretOf =
  (rotation: Rotation) =>
  async (tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> => {
    const { owner, secrets } = rotation;
    const { ownerId = '' } = access;
    await lockOwner(tx, rotation, access, ownerId);
    write.check(await read(tx, secrets, access, id));
    const [left] = (await tx.run<Live>(liveOf(rotation), [ownerId, tx.now])).filter((secret) => secret.id !== id);
    if (!left) {
      throw invalid({
        id: [`This is the only secret of the ${owner.type}, so it cannot be deleted: add another first.`],
      });
    }
    await remove(tx, secrets, [ofOwner(rotation, ownerId), (place) => `id <> ${place(left.id)}`]);
    await updateWithoutTimestamp(tx, secrets, [idIs(left.id), isEnding], { expiresAt: null });
    await updateWithoutTimestamp(tx, owner, [idIs(ownerId)], {
      secretCreatedAt: left.createdAt,
      previousSecretExpiresAt: null,
    });
  };

/** Removes expired secrets from lists. */
export async function forgetEnded(session: Session, { owner, secrets }: Rotation): Promise<void> {
  const isPast =
    (column: string): Condition =>
    (place) =>
      `${column} <= ${place(session.now)}::timestamptz`;
  await remove(session, secrets, [isPast('expires_at')]);
  await updateWithoutTimestamp(session, owner, [isPast('previous_secret_expires_at')], {
    previousSecretExpiresAt: null,
  });
}
