/**
 * Cells of CSV files, which people open in spreadsheets. A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a
 * tab or a line end for a formula, and a formula written by a stranger can send what else is in the sheet anywhere. Such a
 * cell gets a single quote in front, which spreadsheets show as text; reading the file takes the quote away again, so
 * export and import lose nothing (docs/decisions/0037).
 */

/** Spreadsheets of East Asia also take the wide forms for the signs. */
const begins = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]';
const isFormula = new RegExp(`^${begins}`);
const isQuoted = new RegExp(`^'+${begins}`);

/** Numbers and telephone numbers: digits, blanks, dots and brackets call nothing and name no other cell. */
const isNumber = /^[+-][\d(][\d ().-]*$/;

/** A text that already begins like a quoted formula gets one quote more, so that reading knows which one to take away. */
export const writtenCell = (text: string): string =>
  isQuoted.test(text) || (isFormula.test(text) && !isNumber.test(text)) ? `'${text}` : text;

export const readCell = (cell: string): string => (isQuoted.test(cell) ? cell.slice(1) : cell);

/** Always inside double quotes: what separates cells elsewhere must not begin a new one. */
export const inDoubleQuotes = /^'|[;\t\r]/;
