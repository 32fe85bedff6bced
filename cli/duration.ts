/** Durations as an operator writes them: 30m, 24h, 0. */
import { InvalidArgumentError } from 'commander';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export function secondsIn(text: string): number {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new InvalidArgumentError('A duration is a number with s, m, h or d, such as 30m, or 0.');
  }
  return Number(count) * (unitSeconds[unit] ?? 0);
}
