/** Days that belong to one change alone: no two leaves overlap, and no two positions begin together. */

const firstMondayMs = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
/** More than there are writers. */
export const writersMax = 16;

/** A weekday, by the writer and the number in the marker. */
export function dayOf(marker: string): string {
  const [writer = 0, count = 0] = marker.split('-').map(Number);
  const ordinal = writer + writersMax * count;
  const days = Math.floor(ordinal / 5) * 7 + (ordinal % 5);
  return new Date(firstMondayMs + days * dayMs).toISOString().slice(0, 10);
}
