/** Conditions on rows, and the values that they bind. */

/** SQL that must hold for a row to be found. `place` binds a value and returns its placeholder. */
export type Condition = (place: Place) => string;
export type Place = (value: unknown) => string;

/** The condition that a value asks for which no row can have: such a list is empty without a statement. */
export const never = 'false';

/** Binds values after the account, which is always `$1`. */
export function binder(first: readonly unknown[] = []): { values: unknown[]; place: Place } {
  const values = [...first];
  return { values, place: (value) => `$${values.push(value) + 1}` };
}
