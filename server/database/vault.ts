/** What keeps a value unreadable in the database. Sessions carry it; `server/auth/vault.ts` makes it of the keys. */
export interface Vault {
  /** Never twice alike. What `about` says is not kept, and must be said again to open. */
  seal(text: string, about: string): string;
  /** Throws when it was sealed with another key or about something else, or has changed since. */
  open(sealed: string, about: string): string;
  /** Null where `open` would throw, which is reported: what cannot be read must not stop what can. */
  openOrNull(sealed: string, about: string): string | null;
  /** The same for the same value and the same words, and tells nothing to whoever lacks the key. */
  digest(value: string, about: string): string;
  /** Of a secret that is kept nowhere: what it is recognized by. */
  fingerprint(secret: string): Buffer;
}
