import type { Factor, SignedIn } from '@muster/contract/sign-in.ts';

export interface Enrolled {
  readonly factor: Factor;
  readonly recoveryCodes: readonly string[] | null;
  readonly session: SignedIn | null;
}
