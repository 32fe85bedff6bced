/** The rows of a file that a person has chosen: CSV in any usual encoding and with any usual separator, or a workbook. */
import type { CellValue } from 'read-excel-file/browser';

export interface Sheet {
  readonly fileName: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Unreadable = 'empty' | 'format' | 'long';

export class UnreadableSheet extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable) {
    super(reason);
    this.reason = reason;
  }
}

/** As many as a browser holds with ease; larger files go through the API. */
export const rowsMax = 100_000;

export async function sheetOf(file: File): Promise<Sheet> {
  const lines = await linesOf(file);
  const filled = lines.filter((line) => line.some((cell) => cell.trim() !== ''));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0) throw new UnreadableSheet('empty');
  if (rows.length > rowsMax) throw new UnreadableSheet('long');
  return {
    fileName: file.name,
    head: head.map((name) => name.trim()),
    rows: rows.map((row) => head.map((_, index) => row[index]?.trim() ?? '')),
  };
}

async function linesOf(file: File): Promise<readonly (readonly string[])[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return isZip(bytes) ? await workbookLines(file) : await csvLines(textOf(bytes));
  } catch {
    // Each library has its own words for what is no file of its kind.
    throw new UnreadableSheet('format');
  }
}

/** A workbook is a ZIP file, whatever its name. */
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

async function workbookLines(file: File): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/browser');
  return (await readSheet(file)).map((row) => row.map(cellText));
}

/** A day of a workbook is a moment at midnight UTC. */
function cellText(cell: CellValue | null): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

/** Spreadsheets still write Windows-1252, in which every byte is a character. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function csvLines(text: string): Promise<string[][]> {
  if (text.includes('\0')) throw new UnreadableSheet('format');
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text, { bom: true, delimiter: separatorIn(text), relax_column_count: true, skip_empty_lines: true });
}

/** The one that divides the first line into the most cells. */
function separatorIn(text: string): string {
  const [head = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((separator) => [separator, head.split(separator).length] as const);
  return counted.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
