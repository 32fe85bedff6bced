// The keys that sign tokens, shared by all nodes through the database, and rotated without interruption: a successor is
// published long before its first signature, and a key verifies until its last token has expired. There is no timer:
// the code that needs a key checks for rotation, at most every few seconds.
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Database } from '../../platform/database/database.ts';
import { type KeyRing, openedBytesOf, sealedBytesOf } from './key-ring.ts';
import { dueKey, type KeyPeriod, periodFrom, rotation, signerAt } from './signing-key-rotation.ts';

export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
}

/** What a stored key is to this node: one whose private half does not open still verifies, and signs nothing. */
interface KeyPair {
  readonly keyId: string;
  readonly privateKey: CryptoKey | null;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
}

export interface SigningKeys {
  /** The key that signs now. */
  signing(): Promise<SigningKey>;
  /** undefined: no key of this installation, or one whose tokens have all expired. */
  verifying(keyId: string): Promise<CryptoKey | undefined>;
  /**
   * How many keys were ended before their time, as far as is known here: what was verified by them is not valid any more.
   * Looks for more in the background, so that it costs a request nothing.
   */
  withdrawals(): number;
  /** The public halves of all keys that may verify now or soon. */
  published(): Promise<{ readonly keys: readonly JWK[] }>;
}

const algorithm = 'ES256';
/** A key that was withdrawn is refused after this time on every node. */
const reloadMs = 5_000;
/** Tokens with invented key ids must not cause statements. */
const unknownKeyReloadMs = 1_000;

interface LoadedKey extends KeyPeriod {
  readonly pair: KeyPair;
}

export interface SigningKeyOptions {
  readonly database: Database;
  readonly ring: KeyRing;
  readonly now: () => Date;
}

export function signingKeys({ database, ring, now }: SigningKeyOptions): SigningKeys {
  let known: ReadonlyMap<string, LoadedKey> = new Map();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  let withdrawn = 0;

  async function load(): Promise<void> {
    const moment = now();
    let stored = await readKeys(database.query);
    if (dueKey(stored.filter(opensWith(ring)), moment.getTime()) !== null) {
      await createDueKey(database, ring, now);
      stored = await readKeys(database.query);
    }
    const loaded = await Promise.all(
      stored.map(async (key): Promise<LoadedKey> => {
        const { signsFromMs, signsUntilMs, verifiesUntilMs } = key;
        const pair = known.get(key.keyId)?.pair ?? (await keyPairOf(key, ring));
        return { signsFromMs, signsUntilMs, verifiesUntilMs, pair };
      }),
    );
    const next = new Map(loaded.map((key) => [key.pair.keyId, key]));
    const verifies = (key: LoadedKey | undefined) => key !== undefined && moment.getTime() < key.verifiesUntilMs;
    withdrawn += [...known].filter(([keyId, key]) => verifies(key) && !verifies(next.get(keyId))).length;
    known = next;
    loadedAtMs = moment.getTime();
  }

  async function atMostOld(maxAgeMs: number): Promise<void> {
    const ageMs = now().getTime() - loadedAtMs;
    if (ageMs >= 0 && ageMs < maxAgeMs) return;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    await loading;
  }

  return {
    async signing() {
      await atMostOld(reloadMs);
      const able = [...known.values()].filter(({ pair }) => pair.privateKey !== null);
      const { keyId, privateKey } = signerAt(able, now().getTime())?.pair ?? {};
      if (!keyId || !privateKey) throw new Error('There is no key to sign tokens with.');
      return { keyId, privateKey };
    },
    async verifying(keyId) {
      await atMostOld(reloadMs);
      if (!known.has(keyId)) await atMostOld(unknownKeyReloadMs);
      const key = known.get(keyId);
      return key !== undefined && now().getTime() < key.verifiesUntilMs ? key.pair.publicKey : undefined;
    },
    withdrawals() {
      // A database that does not answer shows elsewhere.
      atMostOld(reloadMs).catch(() => undefined);
      return withdrawn;
    },
    async published() {
      await atMostOld(reloadMs);
      const momentMs = now().getTime();
      const live = [...known.values()].filter(({ verifiesUntilMs }) => momentMs < verifiesUntilMs);
      return { keys: live.map(({ pair }) => pair.publicJwk) };
    },
  };
}

interface StoredKey extends KeyPeriod {
  readonly keyId: string;
  readonly publicJwk: JWK;
  readonly sealedPrivateKey: Buffer;
}

interface Row {
  key_id: string;
  public_key: JWK;
  private_key: Buffer;
  signs_from: Date;
  signs_until: Date;
  verifies_until: Date;
}

async function readKeys(query: Database['query']): Promise<StoredKey[]> {
  const rows = await query<Row>(
    `select key_id, public_key, private_key, signs_from, signs_until, verifies_until from signing_keys order by signs_from`,
  );
  return rows.map((row) => ({
    keyId: row.key_id,
    publicJwk: row.public_key,
    sealedPrivateKey: row.private_key,
    signsFromMs: row.signs_from.getTime(),
    signsUntilMs: row.signs_until.getTime(),
    verifiesUntilMs: row.verifies_until.getTime(),
  }));
}

async function keyPairOf({ keyId, publicJwk, sealedPrivateKey }: StoredKey, ring: KeyRing): Promise<KeyPair> {
  const privateJwk = privateJwkIn(sealedPrivateKey, ring);
  const [privateKey, publicKey] = await Promise.all([privateJwk && imported(privateJwk), imported(publicJwk)]);
  return { keyId, privateKey, publicJwk, publicKey };
}

function privateJwkIn(sealed: Buffer, ring: KeyRing): JWK | null {
  try {
    return JSON.parse(openedBytesOf(ring, sealed).toString());
  } catch {
    // Encrypted with another key, or damaged: a new key replaces it.
    return null;
  }
}

const opensWith =
  (ring: KeyRing) =>
  ({ sealedPrivateKey }: StoredKey): boolean =>
    privateJwkIn(sealedPrivateKey, ring) !== null;

/** For each stored key, whether it can be decrypted. */
export const opensSigningKeys = async ({ query }: Database, ring: KeyRing): Promise<boolean[]> =>
  (await readKeys(query)).map(opensWith(ring));

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new Error('A stored signing key is not asymmetric.');
  return key;
}

/** Several nodes may find at once that a key is due; under the lock, one creates it and the others find it. */
async function createDueKey(database: Database, ring: KeyRing, now: () => Date): Promise<void> {
  await createKey(database, ring, now, dueKey);
}

/** The period of a key that has to be created, for the keys that are there; null: none has to. */
type Due = (stored: readonly KeyPeriod[], momentMs: number) => KeyPeriod | null;

/** Returns the id of the key, or null. */
async function createKey(database: Database, ring: KeyRing, now: () => Date, dueOf: Due): Promise<string | null> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const keyId = randomUUID();
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: 'sig' };
  const sealedPrivateKey = sealedBytesOf(ring.current(), Buffer.from(JSON.stringify(await exportJWK(privateKey))));
  return database.together(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [advisoryLocks.signingKeys]);
    const stored = (await readKeys(query)).filter(opensWith(ring));
    // Read under the lock: a key that another node has just created must not seem to lie in the future.
    const moment = now();
    const due = dueOf(stored, moment.getTime());
    if (due === null) return null;
    const signer = signerAt(stored, moment.getTime());
    if (signer !== undefined && signer.signsUntilMs < due.signsFromMs) {
      await query('update signing_keys set signs_until = $2, verifies_until = $3 where key_id = $1', [
        signer.keyId,
        new Date(due.signsFromMs),
        new Date(due.signsFromMs + rotation.verifiesAfterMs),
      ]);
    }
    await query('insert into signing_keys values ($1, $2, $3, $4, $5, $6, $7)', [
      keyId,
      publicJwk,
      sealedPrivateKey,
      moment,
      new Date(due.signsFromMs),
      new Date(due.signsUntilMs),
      new Date(due.verifiesUntilMs),
    ]);
    await query('delete from signing_keys where verifies_until < $1', [moment]);
    return keyId;
  });
}

/** A new key signs from now on; tokens of the former one stay valid until they expire. Returns its id. */
export async function rotateSigningKey(database: Database, ring: KeyRing, now: () => Date): Promise<string> {
  const made = (await createKey(database, ring, now, (_, momentMs) => periodFrom(momentMs))) as string;
  // Other nodes sign with the former key until they load the new one.
  const until = now().getTime() + 2 * reloadMs;
  await database.query(
    `update signing_keys set signs_until = least(signs_until, $2), verifies_until = least(verifies_until, $3)
     where key_id <> $1 and signs_from <= $2`,
    [made, new Date(until), new Date(until + rotation.verifiesAfterMs)],
  );
  return made;
}

/** Ends a key at once: its tokens are refused as soon as nodes load keys again, and a new key signs. False: no such key. */
export async function withdrawSigningKey({ query }: Database, keyId: string, now: Date): Promise<boolean> {
  const rows = await query(
    `update signing_keys set signs_from = least(signs_from, $2), signs_until = $2, verifies_until = $2
     where key_id = $1 and verifies_until > $2 returning 1`,
    [keyId, now],
  );
  return rows.length > 0;
}

export interface SigningKeyState {
  readonly keyId: string;
  readonly signsFrom: Date;
  readonly signsUntil: Date;
  readonly verifiesUntil: Date;
}

/** Keys whose tokens are accepted, or will be. */
export const signingKeyStates = ({ query }: Database, now: Date): Promise<SigningKeyState[]> =>
  query<SigningKeyState>(
    `select key_id as "keyId", signs_from as "signsFrom", signs_until as "signsUntil", verifies_until as "verifiesUntil"
     from signing_keys where verifies_until > $1 order by signs_from`,
    [now],
  );
