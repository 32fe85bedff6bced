/**
 * Sign-ins in progress that wait for a second factor, its enrolment, the answer to a challenge, or the provider. None
 * is a session: its token allows only the next step, for some minutes and few failures. Before a person is known, the
 * token itself holds the encrypted state: anonymous requests cost the database nothing. A change of credentials ends
 * all of them, including those that are not stored.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { SignInParts } from './parts.ts';
import type { KnownPerson } from './person.ts';

export type PendingKind = 'second-factor' | 'enrolment' | 'passkey' | 'provider' | 'link';

export const pendingMs = {
  'second-factor': 300_000,
  enrolment: 900_000,
  passkey: 300_000,
  provider: 900_000,
  link: 900_000,
} as const;

/** A person starts few at a time; older ones are removed. */
const pendingMax = 20;

/** After so many failures the person starts again with the password. */
export const pendingFailuresMax = 5;

type PendingState = Readonly<Record<string, unknown>>;

export interface Pending {
  readonly token: string;
  readonly kind: PendingKind;
  readonly accountId: string | null;
  readonly administratorId: string | null;
  /** The person's stamp when it began. */
  readonly credentialsStamp: string | null;
  /** The expected answer. */
  readonly held: PendingState;
  readonly expiresAt: Date;
}

export interface Begun {
  readonly token: string;
  readonly expiresAt: Date;
}

const keptPrefix = 'mst_pp_';
const sealedPrefix = 'mst_px_';

const about = (digest: Buffer): string => `pending-sign-in/${digest.toString('hex')}`;
const aboutSealed = 'pending-sign-in';

export async function begin(
  { database, now }: SignInParts,
  kind: PendingKind,
  person: Pick<KnownPerson, 'id' | 'credentialsStamp'> | null,
  held: PendingState,
): Promise<Begun> {
  const { vault } = database;
  const expiresAt = new Date(now().getTime() + pendingMs[kind]);
  if (person === null) {
    const sealed = vault.seal(JSON.stringify({ kind, held, expiresAt }), aboutSealed);
    return { token: sealedPrefix + sealed, expiresAt };
  }
  const token = keptPrefix + randomBytes(32).toString('base64url');
  const digest = vault.fingerprint(token);
  await database.query(
    `with past as (
       delete from pending_sign_ins where expires_at <= $6 or digest in (
         select digest from pending_sign_ins where administrator_id = $3
         order by expires_at desc offset ${pendingMax - 1}
       )
     )
     insert into pending_sign_ins (digest, kind, administrator_id, held, expires_at, credentials_stamp)
     values ($1, $2, $3, $4, $5, $7)`,
    [
      digest,
      kind,
      person.id,
      vault.seal(JSON.stringify(held), about(digest)),
      expiresAt,
      now(),
      person.credentialsStamp,
    ],
  );
  return { token, expiresAt };
}

/** null: none of this kind, or it has expired. */
export async function pendingOf(
  { database, now }: SignInParts,
  token: string | undefined,
  ...kinds: readonly PendingKind[]
): Promise<Pending | null> {
  const pending =
    token === undefined
      ? null
      : token.startsWith(sealedPrefix)
        ? sealedPending(database, token)
        : await keptPending(database, token);
  return pending && kinds.includes(pending.kind) && pending.expiresAt > now() ? pending : null;
}

function sealedPending({ vault }: Database, token: string): Pending | null {
  try {
    const text = vault.open(token.slice(sealedPrefix.length), aboutSealed);
    const { kind, held, expiresAt } = JSON.parse(text) as Pick<Pending, 'kind' | 'held'> & { expiresAt: string };
    const nobody = { accountId: null, administratorId: null, credentialsStamp: null };
    return { token, kind, held, expiresAt: new Date(expiresAt), ...nobody };
  } catch {
    // Not encrypted by us.
    return null;
  }
}

async function keptPending({ query, vault }: Database, token: string): Promise<Pending | null> {
  const digest = vault.fingerprint(token);
  const [row] = await query<Omit<Pending, 'token' | 'held'> & { held: string }>(
    `select kind, administrator_id::text as "administratorId", account_id::text as "accountId", held,
       expires_at as "expiresAt", person.credentials_stamp as "credentialsStamp"
     from pending_sign_ins as pending join administrators as person on person.id = administrator_id
       join accounts on accounts.id = account_id and accounts.state = 'ready'
     where digest = $1 and failures < $2 and pending.credentials_stamp is not distinct from person.credentials_stamp`,
    [digest, pendingFailuresMax],
  );
  const held = row ? vault.openOrNull(row.held, about(digest)) : null;
  return row && held !== null ? { ...row, token, held: JSON.parse(held) } : null;
}

/** Whether it began before the person's last change of credentials; for those that are not stored. */
export const isOutdated = ({ kind, expiresAt }: Pending, { credentialsChangedAt }: KnownPerson): boolean =>
  credentialsChangedAt !== null && expiresAt.getTime() - pendingMs[kind] <= credentialsChangedAt.getTime();

/** Replaces the expected answer. */
export async function replacePendingState(
  { database }: SignInParts,
  { token }: Pending,
  held: PendingState,
): Promise<void> {
  const digest = database.vault.fingerprint(token);
  await database.query('update pending_sign_ins set held = $2 where digest = $1', [
    digest,
    database.vault.seal(JSON.stringify(held), about(digest)),
  ]);
}

/** Before the answer is checked: false if there were too many failures, also with concurrent attempts. */
export async function countTry({ database }: SignInParts, { token }: Pending): Promise<boolean> {
  const rows = await database.query(
    'update pending_sign_ins set failures = failures + 1 where digest = $1 and failures < $2 returning 1',
    [database.vault.fingerprint(token), pendingFailuresMax],
  );
  return rows.length > 0;
}

/** False: another request was faster. Each is used once; for those that are not stored, the use is stored. */
export async function used({ database }: SignInParts, { token, kind, expiresAt }: Pending): Promise<boolean> {
  const digest = database.vault.fingerprint(token);
  const rows = token.startsWith(sealedPrefix)
    ? await database.query(
        `insert into pending_sign_ins (digest, kind, held, expires_at) values ($1, $2, '', $3)
         on conflict do nothing returning 1`,
        [digest, kind, expiresAt],
      )
    : await database.query('delete from pending_sign_ins where digest = $1 returning 1', [digest]);
  return rows.length > 0;
}
