/**
 * Cells of CSV files, which people open in spreadsheets. A spreadsheet treats a cell that begins with `=`, `+`, `-`,
 * `@`, a tab or a line end as a formula, and a formula written by a stranger can send the content of the sheet
 * anywhere. Such a cell gets a leading single quote, which spreadsheets show as text; reading the file removes the
 * quote, so export and import lose nothing (docs/decisions/0037).
 */

/** East Asian spreadsheets also accept the full-width forms of these signs. */
const begins = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]';
const isFormula = new RegExp(`^${begins}`);
const isQuoted = new RegExp(`^'+${begins}`);

/** Numbers and telephone numbers: digits, spaces, dots and brackets call no function and name no cell. */
const isNumber = /^[+-][\d(][\d ().-]*$/;

/** A text that already begins like a quoted formula gets one more quote, so that reading removes the right one. */
export const writtenCell = (text: string): string =>
  isQuoted.test(text) || (isFormula.test(text) && !isNumber.test(text)) ? `'${text}` : text;

export const readCell = (cell: string): string => (isQuoted.test(cell) ? cell.slice(1) : cell);

/** Always in double quotes, because other programs use these characters as separators. */
export const inDoubleQuotes = /^'|[;\t\r]/;

/** RFC 4180: a cell with a comma, a quote, a line end or a space at its edge is in double quotes. */
const needsQuotes = /[",\n]|^\s|\s$/;

const quoted = (cell: string): string =>
  needsQuotes.test(cell) || inDoubleQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Most cells: signs that mean nothing in a CSV file or to a spreadsheet. One look instead of four. */
const isPlain = /^[A-Za-z0-9](?:[\w .:/@()-]*[\w.:/@()-])?$/;

const csvCell = (text: string): string => (text === '' || isPlain.test(text) ? text : quoted(writtenCell(text)));

/** One line of a CSV file, with its end. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(csvCell).join(',')}\r\n`;
