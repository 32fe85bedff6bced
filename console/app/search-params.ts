/** The parameters of an address of the console by name. A list passes its own on to the API. */
export type SearchParams = Readonly<Record<string, string | undefined>>;

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
};

const isMoment = (text: string): boolean => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** A page shows what these say, before the service has judged them. */
const judges: Readonly<Record<string, (text: string) => boolean>> = { asOf: isDay, knownAt: isMoment };

/**
 * What somebody typed into the address may be no day at all, or hold a character that no text can hold: both are left out.
 */
export function searchParamsOf(search: Readonly<Record<string, unknown>>): SearchParams {
  const texts = Object.entries(search).map(([name, value]) => [name, String(value).replaceAll('\0', '')] as const);
  // Not absent: the router would keep what the address says.
  return Object.fromEntries(texts.map(([name, text]) => [name, isPossible(name, text) ? text : undefined]));
}

const isPossible = (name: string, text: string): boolean => judges[name]?.(text) ?? true;
