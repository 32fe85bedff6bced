import type { Pending } from './pending.ts';

/** What somebody has shown so far. */
export interface Proof {
  /** In words: `password, code`. */
  readonly by: string;
  /** What it began with. */
  readonly way: 'password' | 'passkey' | 'provider' | 'invitation';
  /** A code, a passkey or a recovery code was shown. */
  readonly hasSecondFactor: boolean;
  /** By which the provider knows the person; null: it was not asked. */
  readonly identityId: string | null;
}

/** What a pending sign-in holds of the proof that it began with. */
export const proofIn = ({ held }: Pending): Proof => held.proof as Proof;
