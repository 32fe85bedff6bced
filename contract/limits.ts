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
} as const;
