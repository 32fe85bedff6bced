/** A line break between JSON members has no meaning, and inside a text it is escaped. */
export const onOneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, ' ') : json);
