/**
 * How many connections a caller may use at the same time: as many as it likes while its statements are quick, one or
 * two while they are slow. A slow statement takes a processor away from everybody, which no fair queue can give back,
 * so its caller gets fewer of them. Found out as TCP does: it grows by what goes well and shrinks by what does not.
 */
export interface Window {
  /** Connections at the same time; a part of one counts for nothing. */
  size: number;
  /** Below this the window grows by one for each quick statement, above it by one for each window of them. */
  knownGood: number;
}

/** A read of a page takes a few milliseconds on a machine that is not busy. */
export const quickMs = 20;

/** Before anything is known of a caller. */
export const newWindow = (size: number): Window => ({ size, knownGood: Number.POSITIVE_INFINITY });

/** One slow statement of a second shrinks a window as much as several that are only a little slow. */
export function judge(window: Window, ms: number, quickUpTo: number, least: number, most: number): void {
  if (ms < quickUpTo) {
    window.size = Math.min(most, window.size + (window.size < window.knownGood ? 1 : 1 / window.size));
  } else {
    window.knownGood = Math.max(2, window.size / 2);
    window.size = Math.max(least, window.size * Math.min(0.5, quickUpTo / ms));
  }
}
