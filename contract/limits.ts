/** Bounds that every collection and every body has in common. They may be raised, never lowered. */
export const limits = {
  /** Items of a page, when `limit` is absent. */
  pageDefault: 100,
  pageMax: 1000,
  /** Of the rows of a page, where rows may be large: a page holds as many as fit, and at least one. The same again of what it embeds. */
  pageBytesMax: 16_000_000,
  filterValuesMax: 100,
  sortKeysMax: 100,
  searchCharactersMax: 1000,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** How long an answer can be held back until there is something to tell. */
  waitSecondsMax: 30,
  /** Requests of one client application that wait or stream at the same time, on each node. */
  waitingMax: 50,
  /** Of a step of the sign-in. The longest are answers of passkeys: a certificate chain may be among them. */
  signInBodyBytesMax: 64_000,
  /** Objects and lists inside each other. The deepest body that is accepted has 6. */
  bodyDepthMax: 32,
  /** Of a body, at every depth together. The longest that is accepted has about 8,000: two lists of 1,000 references. */
  bodyMembersMax: 10_000,
  memberNameBytesMax: 1000,
  /** Faults that one answer lists. */
  faultsMax: 100,
} as const;

/** Pixels of the square that a reduced image can be asked to fit into. */
export const imageSides = { min: 16, max: 1024 } as const;
