/** A file of public holidays: CSV with the columns `date` and `name`. Read whole: a calendar has a dozen days a year. */
import { readFile, stat } from 'node:fs/promises';
import type { Holiday } from '@muster/contract/resources/public-holidays-calendars.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { type CsvError, parse } from 'csv-parse/sync';

const bytesMax = 1_000_000;

export async function holidaysIn(path: string): Promise<Holiday[]> {
  const text = await textIn(path);
  const [header, ...lines] = recordsIn(text);
  const names = (header ?? []).map((name) => name.trim().toLowerCase());
  const [dateAt, nameAt] = [names.indexOf('date'), names.indexOf('name')];
  if (dateAt === -1 || nameAt === -1) throw refused('Its first line must name the columns date and name.');
  return lines.map((cells) => ({ date: cells[dateAt]?.trim() ?? '', name: cells[nameAt]?.trim() ?? '' }));
}

const refused = (message: string) => new RefusedError({ file: [message] });

async function textIn(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > bytesMax) throw refused(`It must have at most ${bytesMax} bytes.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refused('There is no such file.');
    throw code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? refused('It must be encoded in UTF-8.') : error;
  }
}

/** Spreadsheets in many countries use semicolons as separators. */
function recordsIn(text: string): string[][] {
  const delimiter = /^[^\n,]*;/.test(text) ? ';' : ',';
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw (error as CsvError).code?.startsWith('CSV_') ? refused((error as CsvError).message) : error;
  }
}
