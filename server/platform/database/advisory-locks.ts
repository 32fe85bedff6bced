/**
 * The locks that processes take in the whole database, by number. With one number for two of them, a backup would hold up
 * the making of a key. The numbers are those of earlier releases, which may run at the same time.
 */
export const advisoryLocks = {
  migration: 4_067_325_611,
  signingKeys: 4_067_325_612,
  storedTexts: 4_067_325_613,
  rewriting: 4_067_325_614,
  backup: 4_067_325_615,
  demo: 4_067_325_616,
  keyRotation: 4_067_325_633,
  erasure: 4_067_325_733,
} as const;
