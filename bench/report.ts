/** The table that `npm run bench` prints, and the bars that it must clear. */
import type { Result } from './scenarios.ts';

export interface Bar {
  readonly meaning: string;
  readonly value: number;
  readonly least: number;
}

export function bars(results: readonly Result[]): Bar[] {
  const at = (name: string, rows: number) => results.find((result) => result.name === name && result.rows === rows);
  const sizes = [...new Set(results.map(({ rows }) => rows))];
  const small = Math.min(...sizes);
  const large = Math.max(...sizes);
  const perSecond = (name: string, rows: number) => at(name, rows)?.servicePerSecond ?? 0;
  const floorRatio = (name: string, least: number) =>
    sizes.map((rows) => ({
      meaning: `${name}, ${rows} rows: service ÷ floor`,
      value: at(name, rows)?.ratio ?? 0,
      least,
    }));
  return [
    ...floorRatio('read one', 0.8),
    ...floorRatio('list 100', 1.2),
    ...floorRatio('list 100 at 90 % depth', 1.2),
    ...floorRatio('create with event', 0.5),
    ...sizes.map((rows) => ({
      meaning: `${rows} rows: deep page ÷ first page`,
      value: perSecond('list 100 at 90 % depth', rows) / perSecond('list 100', rows),
      least: 0.9,
    })),
    ...['read one', 'list 100', 'list 100 at 90 % depth', 'create with event'].map((name) => ({
      meaning: `${name}: ${large} rows ÷ ${small} rows`,
      value: perSecond(name, large) / perSecond(name, small),
      least: 0.8,
    })),
    { meaning: 'tokens a second', value: perSecond('token', small), least: 1500 },
  ];
}

/** Returns whether a bar was missed. */
export function report(results: readonly Result[], measured: readonly Bar[]): boolean {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(['Scenario, 32 connections', 'Rows', 'Service/s', 'Floor/s', 'Ratio', 'Service p99 ms']));
  process.stdout.write(line(['---', '---:', '---:', '---:', '---:', '---:']));
  for (const { name, rows, servicePerSecond, floorPerSecond, ratio, p99Ms } of results) {
    const cells = [Math.round(servicePerSecond), Math.round(floorPerSecond), ratio.toFixed(2), p99Ms.toFixed(1)];
    process.stdout.write(line([name, rows, ...cells]));
  }
  process.stdout.write('\n');
  process.stdout.write(line(['Bar', 'Measured', 'At least', '']));
  process.stdout.write(line(['---', '---:', '---:', '---']));
  for (const { meaning, value, least } of measured) {
    process.stdout.write(line([meaning, value.toFixed(2), least, value >= least ? 'met' : 'MISSED']));
  }
  return measured.some(({ value, least }) => value < least);
}
