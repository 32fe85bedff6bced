/** The table that `npm run bench` prints, and its limits. Means of all rounds. */
import type { Result, Round } from './measure.ts';

export interface Bar {
  readonly meaning: string;
  readonly value: number;
  readonly least: number;
}

export type Bars = (results: readonly Result[]) => Bar[];

const mean = ({ rounds }: Result, value: (round: Round) => number): number =>
  rounds.reduce((sum, round) => sum + value(round), 0) / rounds.length;

const servicePerSecond = (result: Result): number => mean(result, (round) => round.servicePerSecond);

/** NaN if there is no floor. */
const floorPerSecond = (result: Result): number => mean(result, (round) => round.floorPerSecond ?? Number.NaN);

export const floorRatio = (result: Result): number => servicePerSecond(result) / floorPerSecond(result);
export const serviceRatio = (one: Result, other: Result): number => servicePerSecond(one) / servicePerSecond(other);

/** Results by scenario and size. */
export function resultsBy(results: readonly Result[]) {
  const at = (name: string, rows: number): Result => {
    const found = results.find((result) => result.name === name && result.rows === rows);
    if (!found) throw new Error(`${name} was not measured with ${rows} rows.`);
    return found;
  };
  const sizes = [...new Set(results.map(({ rows }) => rows))];
  return { at, sizes, small: Math.min(...sizes), large: Math.max(...sizes) };
}

/** Compared with another commit instead of the floor. */
export const asFastAsBefore: Bars = (results) => toFloor(results, 'now ÷ before', () => 0.95);

/** Every scenario next to what takes the place of the floor. */
export const toFloor = (
  results: Parameters<Bars>[0],
  ratio: string,
  leastOf: (result: Parameters<Bars>[0][number]) => number,
): ReturnType<Bars> =>
  results.map((result) => ({
    meaning: `${result.name}, ${result.rows} rows: ${ratio}`,
    value: floorRatio(result),
    least: leastOf(result),
  }));

export const bars: Bars = (results) => {
  const { at, sizes, small, large } = resultsBy(results);
  const [read, list, deep, create] = ['read one', 'list 100', 'list 100 at 90 % depth', 'create with event'] as const;
  const aboveFloor = (name: string, least: number) =>
    sizes.map((rows) => ({
      meaning: `${name}, ${rows} rows: service ÷ floor`,
      value: floorRatio(at(name, rows)),
      least,
    }));
  return [
    ...aboveFloor(read, 0.8),
    ...aboveFloor(list, 1.2),
    ...aboveFloor(deep, 1.2),
    ...aboveFloor(create, 0.5),
    ...sizes.map((rows) => ({
      meaning: `${rows} rows: deep page ÷ first page`,
      value: serviceRatio(at(deep, rows), at(list, rows)),
      least: 0.9,
    })),
    ...[read, list, deep, create].map((name) => ({
      meaning: `${name}: ${large} rows ÷ ${small} rows`,
      value: serviceRatio(at(name, large), at(name, small)),
      least: 0.8,
    })),
    {
      meaning: 'tokens a second',
      value: servicePerSecond(at('token', small)),
      least: 1500,
    },
  ];
};

/** Returns whether a limit was exceeded. */
export function report(results: readonly Result[], measured: readonly Bar[]): boolean {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(['Scenario, 32 connections', 'Rows', 'Service/s', 'Floor/s', 'Ratio', 'Service p99 ms']));
  process.stdout.write(line(['---', '---:', '---:', '---:', '---:', '---:']));
  for (const result of results) {
    const shown = (value: number, digits = 0) => (Number.isNaN(value) ? '' : value.toFixed(digits));
    const rates = [shown(servicePerSecond(result)), shown(floorPerSecond(result)), shown(floorRatio(result), 2)];
    const p99Ms = mean(result, (round) => round.p99Ms);
    process.stdout.write(line([result.name, result.rows, ...rates, p99Ms.toFixed(1)]));
  }
  process.stdout.write('\n');
  process.stdout.write(line(['Bar', 'Measured', 'At least', '']));
  process.stdout.write(line(['---', '---:', '---:', '---']));
  for (const { meaning, value, least } of measured) {
    process.stdout.write(line([meaning, value.toFixed(2), least, value >= least ? 'met' : 'MISSED']));
  }
  return measured.some(({ value, least }) => value < least);
}
