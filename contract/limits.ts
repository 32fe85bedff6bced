/** Bounds that every collection and every creation has in common. They may be raised, never lowered. */
export const limits = {
  /** Items of a page, when `limit` is absent. */
  pageDefault: 100,
  pageMax: 1000,
  filterValuesMax: 100,
  sortKeysMax: 100,
  searchCharactersMax: 1000,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  /** How long an answer can be held back until there is something to tell. */
  waitSecondsMax: 30,
  /** Requests of one client application that wait or stream at the same time, on each node. */
  waitingMax: 50,
} as const;

/** Pixels of the square that a reduced image can be asked to fit into. */
export const imageSides = { min: 16, max: 1024 } as const;
