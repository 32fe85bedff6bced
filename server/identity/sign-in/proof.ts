import type { Pending } from './pending.ts';

/** How a person has authenticated so far. */
export interface Proof {
  /** As text: `password, code`. */
  readonly by: string;
  /** The first step. */
  readonly way: 'password' | 'passkey' | 'provider' | 'invitation';
  /** A code, a passkey or a recovery code was used. */
  readonly hasSecondFactor: boolean;
  /** The person used a credential of their own: anything except the provider. */
  readonly hasOwnProof: boolean;
  /** The identity at the provider; null: not used. */
  readonly identityId: string | null;
}

/** The proof that a pending sign-in started with. */
export const proofIn = ({ held }: Pending): Proof => held.proof as Proof;
