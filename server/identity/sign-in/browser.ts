/** Enough of the user agent to distinguish one's own devices. */

/** Most user agents contain several names, the own one last: names that others also use come last here. */
const families: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** A phone reports Linux, or "like Mac". */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const shownMax = 40;

/** `Firefox · Linux`; for other programs, the beginning of the user agent. */
export function browserIn(userAgent: string): string {
  const named = (table: typeof families) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(families) ?? userAgent.slice(0, shownMax), named(systems)].filter(Boolean).join(' · ');
}
