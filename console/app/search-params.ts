/** The parameters of an address of the console by name. A list passes its own on to the API. */
export type SearchParams = Readonly<Record<string, string | undefined>>;
