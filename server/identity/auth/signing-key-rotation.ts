// When keys sign and verify: which one signs at a time, and whether a new one is due. Pure.

export interface KeyPeriod {
  readonly signsFromMs: number;
  readonly signsUntilMs: number;
  readonly verifiesUntilMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const rotation = {
  signsMs: 30 * dayMs,
  /** How long before its first signature a successor is created, on a busy installation. */
  leadMs: dayMs,
  /** The minimum time between publication and first signature: clients may cache the published keys that long. */
  publishedMs: hourMs,
  /** The life of a token, and an hour for clocks that differ. */
  verifiesAfterMs: 30 * minuteMs + hourMs,
} as const;

export function signerAt<Key extends KeyPeriod>(keys: readonly Key[], momentMs: number): Key | undefined {
  return keys
    .filter(({ signsFromMs, signsUntilMs }) => signsFromMs <= momentMs && momentMs < signsUntilMs)
    .toSorted((one, other) => other.signsFromMs - one.signsFromMs)[0];
}

/** The period of the key that has to be created now; null when none is due. */
export function dueKey(keys: readonly KeyPeriod[], momentMs: number): KeyPeriod | null {
  const signer = signerAt(keys, momentMs);
  // The very first key, or no key was needed for a whole day: no valid token depends on another key.
  if (signer === undefined) return periodFrom(momentMs);
  const hasSuccessor = keys.some(({ signsFromMs }) => signsFromMs > signer.signsFromMs);
  if (hasSuccessor || momentMs < signer.signsUntilMs - rotation.leadMs) return null;
  // The current key signs longer if it would end before its successor has been published long enough.
  return periodFrom(Math.max(signer.signsUntilMs, momentMs + rotation.publishedMs));
}

export function periodFrom(signsFromMs: number): KeyPeriod {
  const signsUntilMs = signsFromMs + rotation.signsMs;
  return { signsFromMs, signsUntilMs, verifiesUntilMs: signsUntilMs + rotation.verifiesAfterMs };
}
