/** Figures of a part that has no floor, each beside the most that it may be. */
export interface Cost {
  readonly meaning: string;
  readonly value: number;
  readonly unit: string;
  readonly digits?: number;
  /** Null: there is no bar. */
  readonly most: number | null;
}

/** Prints them as a table. Returns whether a bar is missed. */
export function printCosts(heading: string, costs: readonly Cost[]): boolean {
  process.stdout.write(`| ${heading} | Measured | Bar |  |\n| --- | ---: | ---: | --- |\n`);
  for (const { meaning, value, unit, digits = 0, most } of costs) {
    const bar = most === null ? ['', ''] : [`≤ ${most}`, value <= most ? 'met' : 'MISSED'];
    process.stdout.write(`| ${[meaning, `${value.toFixed(digits)} ${unit}`.trim(), ...bar].join(' | ')} |\n`);
  }
  return costs.some(({ value, most }) => most !== null && !(value <= most));
}
