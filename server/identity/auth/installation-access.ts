/**
 * Which sessions open the installation, and not only the account that somebody signed in to: those of an operator who has
 * shown a second factor and still has one. A password alone never does, nor does a provider, which belongs to one account.
 */
export interface OperatorSession {
  /** What the person was made at the command line. */
  readonly isOperator: boolean;
  /** How the session was opened. */
  readonly way: string;
  /** A code, a passkey or a recovery code was shown for it. */
  readonly hasShownFactor: boolean;
  /** The person has an app or a passkey now. */
  readonly hasFactor: boolean;
}

export interface InstallationAccess {
  readonly isOperator: boolean;
  /** Nothing else is missing. */
  readonly isSecondFactorMissing: boolean;
}

export function installationAccess({
  isOperator,
  way,
  hasShownFactor,
  hasFactor,
}: OperatorSession): InstallationAccess {
  const mayOpen = isOperator && way !== 'provider' && way !== 'unlinked';
  const isProved = hasShownFactor && hasFactor;
  return { isOperator: mayOpen && isProved, isSecondFactorMissing: mayOpen && !isProved };
}
