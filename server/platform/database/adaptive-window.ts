/**
 * How many connections a caller may use at the same time: any number while its statements are fast, one or two while
 * they are slow. A slow statement occupies a processor, which no fair queue can give back, so its caller gets fewer
 * connections. The window works as in TCP: it grows with success and shrinks with slowness.
 */
export interface Window {
  /** Concurrent connections; the fractional part is ignored. */
  size: number;
  /** Below this the window grows by one for each quick statement, above it by one for each window of them. */
  knownGood: number;
}

/** Reading a page takes a few milliseconds on an idle machine. */
export const quickMs = 20;

/** For an unknown caller. */
export const newWindow = (size: number): Window => ({ size, knownGood: Number.POSITIVE_INFINITY });

/** A statement that takes a second shrinks the window as much as several that are only a little slow. */
export function judge(window: Window, ms: number, quickUpTo: number, least: number, most: number): void {
  if (ms < quickUpTo) {
    window.size = Math.min(most, window.size + (window.size < window.knownGood ? 1 : 1 / window.size));
  } else {
    window.knownGood = Math.max(2, window.size / 2);
    window.size = Math.max(least, window.size * Math.min(0.5, quickUpTo / ms));
  }
}
