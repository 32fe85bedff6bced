/** The copy that a reader keeps in a file. */

/** The collections of the copy, and the type of their rows in events. */
export const typeOf = {
  taxonomies: 'taxonomy',
  taxonomyLabels: 'taxonomy-label',
  departments: 'department',
  employees: 'employee',
  employments: 'employment',
  jobPositions: 'job-position',
} as const;

export type CopiedCollection = keyof typeof typeOf;

export const copied = Object.keys(typeOf) as CopiedCollection[];

export interface CopyState {
  /** Where the events of each collection begin. */
  readonly positions: Partial<Record<CopiedCollection, string>>;
  readonly rows: Partial<Record<CopiedCollection, Record<string, unknown>>>;
  /** The last event that was applied. */
  lastId: string | null;
}
