// How a client application authenticates and which scopes it gets. An unknown client, a wrong secret and a disabled
// client are refused in the same way, after the same statement and the same comparisons.
import { type KeyObject, randomBytes } from 'node:crypto';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import { type ClientRecord, type Clients, isGranted } from './clients.ts';
import { type Guess, type Guesses, isWait } from './guesses.ts';
import { leastRecentlyUsed } from './least-recently-used.ts';
import { digestOf, isSameDigest } from './secrets.ts';

export interface ClientAttempt {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly address: string;
}

export type ClientAnswer =
  | { readonly kind: 'client'; readonly client: ClientRecord }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface ClientAuthentication {
  authenticate(attempt: ClientAttempt): Promise<ClientAnswer>;
  /** The requested scopes, or all granted scopes if none were requested; null if any is not granted. */
  grant(client: ClientRecord, asked: readonly string[]): Promise<readonly string[] | null>;
}

export interface ClientAuthenticationOptions {
  readonly clients: Clients;
  readonly guesses: Guesses;
  readonly pepper: KeyObject;
  readonly now: () => Date;
}

const refused: ClientAnswer = Object.freeze({ kind: 'refused' });
/** Compared if a secret is missing, so that the number of comparisons does not depend on the client. */
const decoy = randomBytes(32);
const secretsMax = 2;
/** Digests of accepted secrets, on this node: more than any installation has applications. */
const knownSecretsMax = 40_000;

export function clientAuthentication(options: ClientAuthenticationOptions): ClientAuthentication {
  const { clients, guesses, pepper, now } = options;
  const known = leastRecentlyUsed<true>(knownSecretsMax);

  async function provenClient(clientId: string, digest: Buffer): Promise<ClientRecord | null> {
    if (!isPossibleId(clientId)) return null;
    const cached = clients.fresh(clientId);
    const client = cached ?? (await clients.load(clientId));
    if (isProof(client, digest, now())) return client;
    // So that a new secret or client works at once.
    const reread = cached === undefined ? client : await clients.reload(clientId);
    return reread !== client && isProof(reread, digest, now()) ? reread : null;
  }

  return {
    async authenticate({ clientId, clientSecret, address }) {
      const digest = digestOf(pepper, clientSecret);
      const shown = digest.toString('base64url');
      // Malformed ids count as one, so that nobody can fill the table.
      const guess: Guess = { kind: 'client', name: isPossibleId(clientId) ? clientId : '', address };
      // A secret that was accepted before is not counted and costs no statement. It only waits if its address must
      // wait.
      const expected = known.get(shown) && !guesses.mustWait(guess) ? await provenClient(clientId, digest) : null;
      if (expected) return { kind: 'client', client: expected };
      const answer = await guesses.checkThenCount(guess, () => provenClient(clientId, digest));
      if (isWait(answer)) return { kind: 'wait', seconds: answer.waitSeconds };
      if (answer.result === null) return refused;
      known.set(shown, true);
      return { kind: 'client', client: answer.result };
    },
    async grant(client, asked) {
      const granted = grantedScopes(client, asked);
      if (granted !== null) return granted;
      const reread = await clients.reload(client.clientId);
      return reread === null ? null : grantedScopes(reread, asked);
    },
  };
}

/** All our ids have this form, and the database accepts no NUL. */
function isPossibleId(clientId: string): boolean {
  return /^[\w-]{1,100}$/.test(clientId);
}

function isProof(client: ClientRecord | null, digest: Buffer, moment: Date): client is ClientRecord {
  let isFound = false;
  for (let slot = 0; slot < secretsMax; slot += 1) {
    const secret = client?.secrets[slot];
    const isLive = secret !== undefined && (secret.expiresAt === null || moment < secret.expiresAt);
    const isSame = isSameDigest(secret?.digest ?? decoy, digest);
    isFound = (isLive && isSame) || isFound;
  }
  return isFound && client?.isDisabled === false;
}

/** In the order of the contract, each once. A grant that the contract no longer has is ignored. */
function grantedScopes(client: ClientRecord, asked: readonly string[]): readonly string[] | null {
  const wanted = asked.length === 0 ? client.scopes : new Set(asked);
  const granted = knownScopes.filter((scope) => wanted.has(scope) && isGranted(client, scope));
  const isComplete = asked.length === 0 || granted.length === wanted.size;
  return isComplete && granted.length > 0 ? granted : null;
}
