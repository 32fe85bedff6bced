/** Limits of all collections and bodies. They may be raised, never lowered. */
export const limits = {
  /** Items of a page without `limit`. */
  pageDefault: 100,
  pageMax: 1000,
  /**
   * The size of a page with large rows: it holds as many as fit, and at least one. The same limit applies to what it
   * embeds.
   */
  pageBytesMax: 16_000_000,
  filterValuesMax: 100,
  sortKeysMax: 100,
  searchCharactersMax: 1000,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** How long a response can be delayed until there is an event. */
  waitSecondsMax: 30,
  /** Requests of one client application that wait or stream at the same time, on each node. */
  waitingMax: 50,
  /** Whole collections of one account that are streamed at the same time, on each node. */
  snapshotsPerAccountMax: 2,
  /** Of all accounts: each holds a connection of the database for as long as its reader takes. */
  snapshotsMax: 6,
  /** How long one of them may take, from its first row to its last. */
  snapshotSecondsMax: 600,
  /** How long an import and its errors can be read after its end. */
  importDays: 30,
  /** Imports of one account that wait or run. */
  importsOpenMax: 100,
  /** Lines of one import whose errors are kept; all are counted. */
  importErrorsMax: 100_000,
  /** Saved views of one person. */
  savedViewsMax: 100,
  /** For a step of the sign-in. Responses of passkeys are the longest: they may contain a certificate chain. */
  signInBodyBytesMax: 64_000,
  /** Nested objects and lists. The deepest valid body has 6. */
  bodyDepthMax: 32,
  /** In total, at all levels. The longest valid body has about 8,000: two lists of 1,000 references. */
  bodyMembersMax: 10_000,
  memberNameBytesMax: 1000,
  /** Errors in one response. */
  errorsMax: 100,
} as const;

/** The side of the square that a reduced image fits into, in pixels. */
export const imageSides = { min: 16, max: 1024 } as const;
