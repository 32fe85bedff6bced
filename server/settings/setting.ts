/** The type of a setting, and the common kinds of settings. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** The documentation of one setting. */
export interface SettingDescription {
  readonly name: string;
  readonly shownDefault: string;
  readonly meaning: string;
  readonly allowed: string;
  /** A secret's value appears in no message. */
  readonly isSecret: boolean;
}

export interface Setting<Value> extends SettingDescription {
  readonly fallback: Value;
  /** undefined: the text is not allowed. */
  readonly parse: (text: string) => Value | undefined;
}

/** The value of one setting, or its default if it is missing or wrong; the reader collects the mistakes. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value;

export function wholeNumber(
  name: string,
  fallback: number,
  [least, most]: readonly [number, number],
  meaning: string,
): Setting<number> {
  const parse = (text: string) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value >= least && value <= most ? value : undefined;
  };
  const allowed = `a whole number from ${least} to ${most}`;
  return { name, shownDefault: String(fallback), meaning, allowed, isSecret: false, fallback, parse };
}

export function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: Value,
  meaning: string,
): Setting<Value> {
  const parse = (text: string) => values.find((value) => value === text);
  const allowed = `one of ${values.join(', ')}`;
  return { name, shownDefault: fallback, meaning, allowed, isSecret: false, fallback, parse };
}

export function trueOrFalse(name: string, fallback: boolean, meaning: string): Setting<boolean> {
  const parse = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined);
  return { name, shownDefault: String(fallback), meaning, allowed: 'true or false', isSecret: false, fallback, parse };
}

export function origin(name: string, shownDefault: string, meaning: string): Setting<string | null> {
  const allowed = 'an http:// or https:// address without path, query or user name';
  return { name, shownDefault, meaning, allowed, isSecret: false, fallback: null, parse: parseOrigin };
}

export function origins(name: string, meaning: string): Setting<readonly string[]> {
  const parse = (text: string) => {
    const parts = text.split(',').map((part) => parseOrigin(part.trim()));
    return parts.every((part) => part !== undefined) ? parts : undefined;
  };
  const allowed = 'a comma-separated list of http:// or https:// addresses without path, query or user name';
  return { name, shownDefault: 'none', meaning, allowed, isSecret: false, fallback: [], parse };
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
}

/** Networks such as 10.0.0.0/8, and single addresses. */
export function networks(text: string): string[] | undefined {
  const listed = text.split(',').map((part) => part.trim());
  const isNetwork = (network: string) => {
    const [address = '', bits, ...rest] = network.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  };
  return listed.every(isNetwork) ? listed : undefined;
}

/** The text of a file with certificates in PEM format; undefined: it is none. */
export function certificatesIn(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.includes('-----BEGIN CERTIFICATE-----') ? text : undefined;
  } catch {
    return undefined;
  }
}
