/** What is read of a row, for a reader who may be shown less than is stored. */
import type { Place } from './condition.ts';

/** SQL of the text of a row and of its version, which differs if the text does. */
export interface ShownColumns {
  readonly revision: string;
  readonly representation: string;
}

/** Null: rows are shown as they are stored. */
export type Shown = ((place: Place) => ShownColumns) | null;

const stored: ShownColumns = { revision: 'shown_row.revision', representation: 'shown_row.representation' };

export const shownColumns = (shown: Shown | undefined, place: Place): ShownColumns => shown?.(place) ?? stored;
