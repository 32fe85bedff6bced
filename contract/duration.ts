/**
 * Lengths of leaves. Computed in milliseconds, so that sums are exact; shown as ISO 8601 text with 24 hours to a day,
 * which is exact, and as a number of days or hours, rounded to thousandths.
 */
export type DurationUnit = 'days' | 'hours';

export interface Duration {
  iso: string;
  value: number;
  unit: DurationUnit;
}

/** In a body: a number with its unit, or the text. */
export interface DurationIn {
  iso?: string;
  value?: number;
  unit?: DurationUnit;
}

export const msPer: Readonly<Record<DurationUnit, number>> = { days: 86_400_000, hours: 3_600_000 };

export const thousandthsOf = (ms: number, unit: DurationUnit): number => Math.round((ms * 1000) / msPer[unit]);

export const durationOf = (ms: number, unit: DurationUnit): Duration => ({
  iso: isoOf(ms),
  value: thousandthsOf(ms, unit) / 1000,
  unit,
});

function isoOf(ms: number): string {
  const parts = [
    [Math.floor(ms / 3_600_000) % 24, 'H'],
    [Math.floor(ms / 60_000) % 60, 'M'],
    [(ms % 60_000) / 1000, 'S'],
  ] as const;
  const days = Math.floor(ms / 86_400_000);
  const time = parts.flatMap(([count, letter]) => (count > 0 ? [`${count}${letter}`] : [])).join('');
  return `P${days > 0 ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}

const isoForm = /^P(?=[\dT])(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/;

/** Null if the text is not a length of days, hours, minutes and seconds. */
export function msIn(iso: string): number | null {
  const found = isoForm.exec(iso);
  if (!found) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((text) => Number(text ?? 0));
  return days * 86_400_000 + hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1000);
}
