/**
 * Sessions of people: opened by a proof, known by a token of which only a digest is kept, ended by their time, by the
 * person, or by whoever takes the person's rights away. Every proof opens a new one: no token outlives a step up.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { OwnSession } from '@muster/contract/sign-in.ts';
import { lifetimes } from '../auth/people.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isUuid } from '../store/columns.ts';
import { adjust, idIs } from '../store/write.ts';
import { keepDeed } from '../verbs/audit.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';

/** Known to leak scanners by its prefix, like every secret of the service. */
export const newToken = (): string => `mst_ps_${randomBytes(32).toString('base64url')}`;

const userAgentMax = 500;

const opening = statement(`
with ended as (
  delete from administrator_sessions where administrator_id = $2 and (expires_at <= $3 or last_seen_at <= $4)
)
insert into administrator_sessions
  (id, digest, administrator_id, created_at, last_seen_at, confirmed_at, expires_at, address, user_agent)
select $5, $6, id, $3, $3, $3, $7, $8, $9 from administrators where account_id = $1 and id = $2 and not is_disabled
returning id`);

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
}

/** Returns the token for the cookie; null where the person was disabled or removed a moment ago. */
export async function openSession(
  { database }: SignInParts,
  accountId: string,
  person: SignedInPerson,
  from: From,
  by: string,
): Promise<string | null> {
  const token = newToken();
  return database.transaction(accountId, async (tx) => {
    const nowMs = tx.machineNow.getTime();
    const [opened] = await tx.run<{ id: string }>(opening, [
      person.id,
      tx.machineNow,
      new Date(nowMs - lifetimes.idleMs),
      randomUUID(),
      tx.vault.fingerprint(token),
      new Date(nowMs + lifetimes.absoluteMs),
      from.address,
      from.userAgent?.slice(0, userAgentMax) ?? null,
    ]);
    if (!opened) return null;
    await adjust(tx, administrators, [idIs(person.id)], { lastSignedInAt: tx.machineNow });
    await keepDeed(tx, actorOf(person, from), {
      action: 'session.opened',
      subject: { type: 'session', id: opened.id },
      before: null,
      after: { by },
    });
    return token;
  });
}

export async function listSessions(
  { database, now }: SignInParts,
  administratorId: string,
  currentId: string,
): Promise<OwnSession[]> {
  const rows = await database.query<Omit<OwnSession, 'isCurrent'>>(
    `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", address,
       user_agent as "userAgent"
     from administrator_sessions where administrator_id = $1 and expires_at > $2 and last_seen_at > $3
     order by last_seen_at desc, id`,
    [administratorId, now(), new Date(now().getTime() - lifetimes.idleMs)],
  );
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentId }));
}

/** Which of a person's sessions. */
export type WhichSessions = { readonly only: string } | { readonly except: string } | 'all';

const ending = statement(`
delete from administrator_sessions using administrators
where administrators.account_id = $1 and administrators.id = $2 and administrator_id = administrators.id
  and ($3::uuid is null or administrator_sessions.id = $3) and ($4::uuid is null or administrator_sessions.id <> $4)
returning administrator_sessions.id`);

/** Returns the ids of those that ended. Refused within one second everywhere, and here at once. */
export async function endSessions(tx: Tx, administratorId: string, which: WhichSessions): Promise<string[]> {
  const only = which !== 'all' && 'only' in which ? which.only : null;
  const except = which !== 'all' && 'except' in which ? which.except : null;
  if (only !== null && !isUuid(only)) return [];
  const rows = await tx.run<{ id: string }>(ending, [administratorId, only, except]);
  return rows.map(({ id }) => id);
}

/** The same by the person themselves, which is kept. */
export async function endOwnSessions(
  { database }: SignInParts,
  accountId: string,
  person: SignedInPerson,
  which: WhichSessions,
  from: From,
): Promise<number> {
  return database.transaction(accountId, async (tx) => {
    const ended = await endSessions(tx, person.id, which);
    for (const id of ended) {
      await keepDeed(tx, actorOf(person, from), {
        action: 'session.ended',
        subject: { type: 'session', id },
        before: null,
        after: null,
      });
    }
    return ended.length;
  });
}
