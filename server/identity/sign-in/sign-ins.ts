/** The open sessions and recent sign-ins of a person. */
import type { OwnSession, OwnSignIn } from '@muster/contract/sign-in.ts';
import { lifetimes } from '../auth/sessions.ts';
import { browserIn } from './browser.ts';
import type { SignInParts } from './parts.ts';

type SignInRow<Row> = Omit<Row, 'isCurrent' | 'isNew' | 'browser' | 'by'> & { readonly provedBy: string };

const readable = ({ userAgent, provedBy }: { readonly userAgent: string | null; readonly provedBy: string }) => ({
  browser: userAgent === null ? null : browserIn(userAgent),
  by: provedBy.split(', '),
});

export async function listSessions(
  { database, now }: SignInParts,
  administratorId: string,
  currentId: string,
): Promise<OwnSession[]> {
  const rows = await database.query<SignInRow<OwnSession>>(
    `select session.id, session.created_at as "createdAt", session.last_seen_at as "lastSeenAt",
       session.expires_at as "expiresAt", session.address, session.user_agent as "userAgent", proved_by as "provedBy"
     from administrator_sessions as session
       join administrator_sign_ins as sign_in on sign_in.id = sign_in_id
       join administrators as person on person.id = session.administrator_id
         and person.credentials_stamp is not distinct from session.credentials_stamp
     where session.administrator_id = $1 and session.expires_at > $2 and session.last_seen_at > $3
     order by session.last_seen_at desc, session.id`,
    [administratorId, now(), new Date(now().getTime() - lifetimes.idleMs)],
  );
  return rows.map(({ provedBy, ...row }) => ({
    ...row,
    ...readable({ provedBy, userAgent: row.userAgent }),
    isCurrent: row.id === currentId,
  }));
}

/** Long enough to notice a stranger, and no longer: addresses reveal where a person was. */
const signInDays = 90;

export const signInsKeptFrom = (now: Date): Date => new Date(now.getTime() - signInDays * 86_400_000);

interface SignIn extends SignInRow<OwnSignIn> {
  readonly at: Date;
}

export async function listSignIns(
  { database, now }: SignInParts,
  administratorId: string,
  currentId: string,
): Promise<OwnSignIn[]> {
  const rows = await database.query<SignIn>(
    `select sign_in.id, signed_in_at as "signedInAt", signed_in_at as at, sign_in.address,
       sign_in.user_agent as "userAgent", proved_by as "provedBy", session.id as "sessionId"
     from administrator_sign_ins as sign_in
       join administrators as person on person.id = sign_in.administrator_id
       left join administrator_sessions as session on session.sign_in_id = sign_in.id
         and session.expires_at > $2 and session.last_seen_at > $3
         and session.credentials_stamp is not distinct from person.credentials_stamp
     where sign_in.administrator_id = $1 and signed_in_at >= $4
     order by signed_in_at desc, sign_in.id`,
    [administratorId, now(), new Date(now().getTime() - lifetimes.idleMs), signInsKeptFrom(now())],
  );
  const current = rows.find(({ sessionId }) => sessionId === currentId);
  const since = lastHere(rows, current);
  return rows.map(({ provedBy, at, ...row }) => ({
    ...row,
    ...readable({ provedBy, userAgent: row.userAgent }),
    isCurrent: row.id === current?.id,
    isNew: row.id !== current?.id && since !== null && at > since,
  }));
}

/**
 * When the person last signed in from this browser before this session; otherwise when this session began. A sign-in
 * elsewhere after that is marked as new, also if the person has signed in again since.
 */
function lastHere(rows: readonly SignIn[], current: SignIn | undefined): Date | null {
  if (!current) return null;
  const before = rows.filter(({ id, at }) => id !== current.id && at < current.at);
  const isSameBrowser = ({ userAgent }: SignIn) => userAgent === current.userAgent;
  const sameHere = before.find((row) => isSameBrowser(row) && row.address === current.address);
  return (sameHere ?? before.find(isSameBrowser) ?? current).at;
}
