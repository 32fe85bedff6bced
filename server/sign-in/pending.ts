/**
 * Sign-ins that have begun and wait for something: a second factor, its enrolment, the answer to a challenge, or the
 * provider. None is a session: its token opens nothing but the step that it waits for, for some minutes and few failures.
 */
import { randomBytes } from 'node:crypto';
import type { SignInParts } from './parts.ts';

export type PendingKind = 'second-factor' | 'enrolment' | 'passkey' | 'provider';

export const pendingMs = { 'second-factor': 300_000, enrolment: 900_000, passkey: 300_000, provider: 900_000 } as const;

/** Whoever has failed so often begins anew, with the password. */
export const pendingFailuresMax = 5;

export interface Pending {
  readonly token: string;
  readonly kind: PendingKind;
  readonly accountId: string | null;
  readonly administratorId: string | null;
  /** What the answer is held against. */
  readonly held: Readonly<Record<string, unknown>>;
}

export interface Begun {
  readonly token: string;
  readonly expiresAt: Date;
}

const about = (digest: Buffer): string => `pending-sign-in/${digest.toString('hex')}`;

export async function begin(
  { database, now }: SignInParts,
  kind: PendingKind,
  administratorId: string | null,
  held: Readonly<Record<string, unknown>>,
): Promise<Begun> {
  const token = `mst_pp_${randomBytes(32).toString('base64url')}`;
  const digest = database.vault.fingerprint(token);
  const expiresAt = new Date(now().getTime() + pendingMs[kind]);
  await database.query(
    `with past as (delete from pending_sign_ins where expires_at <= $6)
     insert into pending_sign_ins (digest, kind, administrator_id, held, expires_at) values ($1, $2, $3, $4, $5)`,
    [digest, kind, administratorId, database.vault.seal(JSON.stringify(held), about(digest)), expiresAt, now()],
  );
  return { token, expiresAt };
}

/** null: none of this kind, or its time is over. */
export async function pendingOf(
  { database, now }: SignInParts,
  token: string | undefined,
  ...kinds: readonly PendingKind[]
): Promise<Pending | null> {
  if (token === undefined) return null;
  const digest = database.vault.fingerprint(token);
  const [row] = await database.query<Omit<Pending, 'token' | 'held'> & { held: string }>(
    `select kind, administrator_id::text as "administratorId", account_id::text as "accountId", held
     from pending_sign_ins left join administrators on administrators.id = administrator_id
     where digest = $1 and kind = any($2) and expires_at > $3 and failures < $4`,
    [digest, kinds, now(), pendingFailuresMax],
  );
  return row ? { ...row, token, held: JSON.parse(database.vault.open(row.held, about(digest))) } : null;
}

/** Puts something else in its place to hold the answer against. */
export async function hold(
  { database }: SignInParts,
  { token }: Pending,
  held: Readonly<Record<string, unknown>>,
): Promise<void> {
  const digest = database.vault.fingerprint(token);
  await database.query('update pending_sign_ins set held = $2 where digest = $1', [
    digest,
    database.vault.seal(JSON.stringify(held), about(digest)),
  ]);
}

export async function countFailure({ database }: SignInParts, { token }: Pending): Promise<void> {
  await database.query('update pending_sign_ins set failures = failures + 1 where digest = $1', [
    database.vault.fingerprint(token),
  ]);
}

/** False: somebody else was faster. Each is used once. */
export async function used({ database }: SignInParts, { token }: Pending): Promise<boolean> {
  const rows = await database.query('delete from pending_sign_ins where digest = $1 returning 1', [
    database.vault.fingerprint(token),
  ]);
  return rows.length > 0;
}
