// Owns how a client application proves itself and what it is granted. An unknown client, a wrong secret and a
// disabled client are refused alike, after the same statement and the same comparisons.
import { randomBytes } from 'node:crypto';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { ClientRecord, Clients } from './clients.ts';
import { digestOf, isSameDigest } from './secrets.ts';
import type { Throttle } from './throttle.ts';

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
  /** What was asked for, or everything granted when nothing was; null when any of it is not granted. */
  grant(client: ClientRecord, asked: readonly string[]): Promise<readonly string[] | null>;
}

export interface ClientAuthenticationOptions {
  readonly clients: Clients;
  readonly throttle: Throttle;
  readonly pepper: Buffer;
  readonly now: () => Date;
}

const refused: ClientAnswer = Object.freeze({ kind: 'refused' });
/** Compared where a secret is missing, so that the number of comparisons does not depend on the client. */
const decoy = randomBytes(32);
const secretsMax = 2;

export function clientAuthentication(options: ClientAuthenticationOptions): ClientAuthentication {
  const { clients, throttle, pepper, now } = options;

  async function provenClient(clientId: string, digest: Buffer): Promise<ClientRecord | null> {
    if (!isPossibleId(clientId)) return null;
    const cached = clients.fresh(clientId);
    const client = cached ?? (await clients.load(clientId));
    if (isProof(client, digest, now())) return client;
    // A secret or a client made a moment ago works at once.
    const reread = cached === undefined ? client : await clients.reload(clientId);
    return reread !== client && isProof(reread, digest, now()) ? reread : null;
  }

  return {
    async authenticate({ clientId, clientSecret, address }) {
      // Impossible ids count as one: the throttle must not be filled with whatever is sent.
      const counted = isPossibleId(clientId) ? clientId : '';
      const seconds = throttle.waitSeconds(counted, address);
      if (seconds > 0) return { kind: 'wait', seconds };
      const client = await provenClient(clientId, digestOf(pepper, clientSecret));
      if (client === null) {
        throttle.failed(counted, address);
        return refused;
      }
      throttle.succeeded(counted, address);
      return { kind: 'client', client };
    },
    async grant(client, asked) {
      const granted = grantedScopes(client, asked);
      if (granted !== null) return granted;
      const reread = await clients.reload(client.clientId);
      return reread === null ? null : grantedScopes(reread, asked);
    },
  };
}

/** Ids of ours all look like this, and the database takes no NUL. */
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

/** In the order of the contract, each once. A grant the contract no longer knows opens nothing. */
function grantedScopes(client: ClientRecord, asked: readonly string[]): readonly string[] | null {
  const wanted = asked.length === 0 ? client.scopes : new Set(asked);
  const granted = knownScopes.filter((scope) => wanted.has(scope) && client.scopes.has(scope));
  const isComplete = asked.length === 0 || granted.length === wanted.size;
  return isComplete && granted.length > 0 ? granted : null;
}
