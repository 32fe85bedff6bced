/** What is read of a row, for a reader who may be shown less than is stored. */
import type { Place } from './condition.ts';

/** SQL of the text of a row and of its version, which differs if the text does. */
export interface ShownColumns {
  readonly revision: string;
  readonly representation: string;
}

/** `text` is SQL of the text of the row. Null: rows are shown as they are. */
export type Shown = ((place: Place, text: string) => ShownColumns) | null;

/** Of rows whose text is in the form of this build: those of events, and those that a query before has written out. */
const plainText = 'shown_row.representation';

export const shownColumns = (shown: Shown | undefined, place: Place, text = plainText): ShownColumns =>
  shown?.(place, text) ?? { revision: 'shown_row.revision', representation: text };
