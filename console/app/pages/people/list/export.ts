/** Writes the people of a list into a file: exactly the chosen columns, and everybody whom the filters find. */
import { employees } from '@muster/contract/resources/employees.ts';
import { type Moment, momentFor } from '../../../data/moment.ts';
import type { Embedded, ScreenQuery } from '../../../data/queries.ts';
import { methodsOf } from '../../../data/service.ts';
import type { Exported, PersonColumn } from './person-column.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportOrder {
  readonly query: ScreenQuery;
  /** The time that the page shows. */
  readonly at: Moment | null;
  readonly columns: readonly PersonColumn[];
  readonly format: ExportFormat;
  readonly fileName: string;
  readonly words: { readonly yes: string; readonly no: string };
  readonly signal: AbortSignal;
  /** The number of people so far. */
  readonly onProgress: (done: number) => void;
}

/** A workbook cannot have more rows. */
export const rowsMax = 1_048_575;

export async function exportPeople(order: ExportOrder): Promise<void> {
  const rows = await rowsOf(order);
  const head = order.columns.map(({ header }) => header);
  const blob = order.format === 'csv' ? csvOf(head, rows, order.words) : await workbookOf(head, rows, order.words);
  save(blob, `${order.fileName}.${order.format}`);
}

/** Page by page: each is read when the former one is done. */
async function rowsOf({
  query,
  at,
  columns,
  signal,
  onProgress,
}: ExportOrder): Promise<readonly (readonly Exported[])[]> {
  const rows: (readonly Exported[])[] = [];
  const asked = { ...query.chosen, ...momentFor(employees, at) };
  const pages = methodsOf(employees).pages({ ...asked, include: ['embedded'], limit: 1000, signal });
  for await (const { items, embedded } of pages) {
    const along: Embedded = embedded ?? {};
    const found = items.map((person) => Promise.all(columns.map(({ exported }) => exported(person, along))));
    rows.push(...(await Promise.all(found)));
    onProgress(rows.length);
  }
  return rows.slice(0, rowsMax);
}

type Words = ExportOrder['words'];

function textOf(cell: Exported, { yes, no }: Words): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? yes : no;
  return typeof cell === 'object' ? cell.day : String(cell);
}

/** A spreadsheet takes such a cell for a formula; a quote before it keeps it a text. */
const isFormula = /^[=+\-@\t\r＝＋－＠]/;
const isNumber = /^[+-][\d(][\d ().-]*$/;

const quoted = (text: string): string => {
  const safe = isFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** With a byte order mark, by which spreadsheets know the encoding. */
function csvOf(head: readonly string[], rows: readonly (readonly Exported[])[], words: Words): Blob {
  const lines = [head, ...rows.map((row) => row.map((cell) => textOf(cell, words)))];
  const text = lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
}

async function workbookOf(
  head: readonly string[],
  rows: readonly (readonly Exported[])[],
  words: Words,
): Promise<Blob> {
  const { default: writeWorkbook } = await import('write-excel-file/browser');
  const titles = head.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const cells = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'number') return { value: cell, type: Number };
      if (typeof cell === 'object' && cell !== null) {
        return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
      }
      const text = textOf(cell, words);
      return text === '' ? null : { value: text, type: String };
    }),
  );
  return writeWorkbook([titles, ...cells]).toBlob();
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
