/**
 * The responses to clients. A change is `acknowledged` if the service said that it was made, `refused` if it said
 * that it was not, and `unknown` without a response: then it may have been made completely or not at all.
 */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

export type Verb = 'created' | 'updated' | 'deleted';

/**
 * Who else changes the row: nobody; neighbours, whose writes move it but keep the marker; or every writer, so
 * that no single writer knows its final state.
 */
export type Ownership = 'own' | 'moved by neighbours' | 'shared';

export interface Change {
  readonly verb: Verb;
  readonly type: string;
  /** The member that identifies this change. */
  readonly member: string;
  /** For a deletion, the marker of the change before it. */
  readonly marker: string;
  readonly ownership: Ownership;
  /** Null: no response contained it. */
  id: string | null;
  state: 'acknowledged' | 'refused' | 'unknown';
  /** The number of attempts. */
  attempts: number;
  lastSentAtMs: number;
  /** The representation in the response, without `links` and `embedded`; null if there was none. */
  shown: Row | null;
  etag: string | null;
}

/** An acknowledged upload. */
export interface Upload {
  readonly id: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
}

/** A file of people. */
export interface Import {
  readonly familyNames: readonly string[];
  /** Null: no response contained it. */
  id: string | null;
  /** As the service showed it last; null without a response. */
  status: string | null;
  createdCount: number;
}

/** Somebody with a word that occurs nowhere else. */
export interface Erasure {
  readonly canary: string;
  employeeId: string | null;
  status: 'kept' | 'hired' | 'planned' | 'done';
}

export interface Ledger {
  readonly changes: Change[];
  readonly uploads: Upload[];
  readonly imports: Import[];
  readonly erasures: Erasure[];
  /** Things that no client may ever see. */
  readonly errors: string[];
  acknowledgedCount: number;
  /** Requests without a response, also of changes that were acknowledged later. */
  unansweredCount: number;
  /** The longest time from the first attempt of a change to its acknowledgement. */
  longestMs: number;
}

export const newLedger = (): Ledger => ({
  changes: [],
  uploads: [],
  imports: [],
  erasures: [],
  errors: [],
  acknowledgedCount: 0,
  unansweredCount: 0,
  longestMs: 0,
});

export const bare = (row: object): Row => {
  const { links: _, embedded: __, ...rest } = row as Record<string, unknown>;
  return rest as Row;
};

export const keyOf = (type: string, id: string): string => `${type} ${id}`;

export const nameOf = ({ type, id, verb, marker }: Change): string => `${type} ${id ?? '?'} ${verb} (${marker})`;
