/** Encrypts and decrypts values in the database. Sessions carry it; `server/identity/auth/vault.ts` creates it from the keys. */
export interface Vault {
  /** Different each time. `about` is not stored and must be given again to decrypt. */
  seal(text: string, about: string): string;
  /** Throws if it was encrypted with another key or another `about`, or has been changed. */
  open(sealed: string, about: string): string;
  /** Null where `open` would throw, which is reported: an unreadable value must not affect others. */
  openOrNull(sealed: string, about: string): string | null;
  /** Encrypts a value again that was encrypted with a former key; null: it is encrypted with the current one. Throws as `open`. */
  renewed(sealed: string, about: string): string | null;
  /** Equal for equal values and equal `about`, and reveals nothing without the key. */
  digest(value: string, about: string): string;
  /** The digests that a stored value may have, the current one first: more than one while keys are exchanged. */
  digests(value: string, about: string): readonly string[];
  /** Identifies a secret that is not stored. */
  fingerprint(secret: string): Buffer;
}
