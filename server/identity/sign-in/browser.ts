/** Enough of what a browser calls itself to tell one's own devices apart. */

/** Most call themselves by several names, the own one last: those that others use come last here. */
const families: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** A phone says that it is a Linux, or like a Mac. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const shownMax = 40;

/** `Firefox · Linux`; what is no browser, by how it begins. */
export function browserIn(userAgent: string): string {
  const named = (table: typeof families) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(families) ?? userAgent.slice(0, shownMax), named(systems)].filter(Boolean).join(' · ');
}
