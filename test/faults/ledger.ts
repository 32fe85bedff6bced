/**
 * What clients were reported. A change is `acknowledged` when the service said that it was made, `refused` when it said
 * that it was not, and `unknown` when no answer came: then it may or may not have been made, but not by half.
 */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

export type Verb = 'created' | 'updated' | 'deleted';

/**
 * Who else changes the row: nobody; neighbours, whose writes move it but leave the marker alone; or every writer, so
 * that what it holds in the end is not for one of them to say.
 */
export type Ownership = 'own' | 'moved by neighbours' | 'shared';

export interface Change {
  readonly verb: Verb;
  readonly type: string;
  /** The member that tells this change from all others. */
  readonly member: string;
  /** Of a deletion, that of the change before it. */
  readonly marker: string;
  readonly ownership: Ownership;
  /** Null: no answer has reported it. */
  id: string | null;
  state: 'acknowledged' | 'refused' | 'unknown';
  /** How often it was sent. */
  attempts: number;
  lastSentAtMs: number;
  /** What the answer showed, without `links` and `embedded`; null where none did. */
  shown: Row | null;
  etag: string | null;
}

export interface Ledger {
  readonly changes: Change[];
  /** What no client may ever see, whatever is killed. */
  readonly errors: string[];
  acknowledgedCount: number;
  /** Requests that got no answer, those of changes that were acknowledged later included. */
  unansweredCount: number;
  /** The longest time from the first attempt of a change to its acknowledgement. */
  longestMs: number;
}

export const newLedger = (): Ledger => ({
  changes: [],
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
