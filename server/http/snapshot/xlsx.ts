/**
 * A table as a workbook (ECMA-376), for people: numbers, booleans, days and moments are cells of their type, everything
 * else is text. Texts stand in their cells instead of a shared list, so that rows are written as they arrive. A text is
 * never a formula there.
 */
import { readSchema } from '@muster/contract/kit/bodies.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { zip } from '../../files/zip.ts';
import { representationColumns, valueAt } from '../../platform/tabular/columns.ts';
import { inPieces } from '../response/in-pieces.ts';
import type { Writer } from './writer.ts';

interface Column {
  readonly name: string;
  readonly path: readonly string[];
  /** The name of the column in the sheet: A, B, … AA. */
  readonly letters: string;
  readonly kind: 'day' | 'moment' | 'plain';
}

/** A sheet has 1,048,576 rows, of which one is the header; what follows is on another sheet. */
const dataRowsMax = 1_048_575;
const cellCharactersMax = 32_767;

export function xlsxWriter(resource: Resource): Writer {
  const columns = columnsOf(resource);
  const file = zip();
  let sheets = 0;
  let written = 0;
  const header = rowXml(1, columns, ({ name }) => textCell(name, 3));
  const beginSheet = async (): Promise<Buffer> => {
    const end = sheets === 0 ? Buffer.alloc(0) : await file.write(sheetEnd);
    sheets += 1;
    const part = await file.part(`xl/worksheets/sheet${sheets}.xml`);
    return Buffer.concat([end, part, await file.write(sheetHead + header)]);
  };
  /** The place of a row among all, in its sheet: the header is row 1. */
  const numberOf = (index: number): number => (index % dataRowsMax) + 2;
  const append = async (lines: readonly string[]): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for (let from = 0; from < lines.length; ) {
      if (written % dataRowsMax === 0) pieces.push(await beginSheet());
      const some = lines.slice(from, from + dataRowsMax - (written % dataRowsMax));
      written += some.length;
      from += some.length;
      pieces.push(await file.write(some.join('')));
    }
    return Buffer.concat(pieces);
  };
  /** Rows are compressed by another thread while this one writes the next ones. */
  let packing: Promise<Buffer> = Promise.resolve(Buffer.alloc(0));
  let rowsBefore = 0;
  return {
    head: () => '',
    async rows(texts) {
      const lines = await inPieces(texts, (text, index) => {
        const row: unknown = JSON.parse(text);
        return rowXml(numberOf(rowsBefore + index), columns, ({ kind, path }) => cell(kind, valueAt(row, path)));
      });
      rowsBefore += lines.length;
      const packed = await packing;
      packing = append(lines);
      // Who reads to the end gets the error there; a stream that is cut off reads no further.
      packing.catch(() => undefined);
      return packed;
    },
    async end() {
      const pieces = [await packing];
      pieces.push(sheets === 0 ? await beginSheet() : Buffer.alloc(0), await file.write(sheetEnd));
      for (const [name, text] of Object.entries(frame(sheets))) {
        pieces.push(await file.part(name), await file.write(text));
      }
      return Buffer.concat([...pieces, await file.end()]);
    },
  };
}

/** Each cell names its place, which some readers need. `content` follows it; empty for no cell. */
function rowXml(number: number, columns: readonly Column[], content: (column: Column) => string): string {
  const cells = columns.map((column) => {
    const text = content(column);
    return text === '' ? '' : `<c r="${column.letters}${number}"${text}</c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

function columnsOf(resource: Resource): Column[] {
  const schema = readSchema(resource);
  return representationColumns(resource).map((name, index) => {
    const path = name.split('.');
    const format = path.reduce<Schema | undefined>((at, member) => propertyOf(at, member), schema)?.format;
    return {
      name,
      path,
      letters: lettersOf(index),
      kind: format === 'date' ? 'day' : format === 'date-time' ? 'moment' : 'plain',
    };
  });
}

const propertyOf = (schema: Schema | undefined, member: string): Schema | undefined =>
  (schema?.properties as Readonly<Record<string, Schema>> | undefined)?.[member];

const lettersOf = (index: number): string =>
  (index >= 26 ? lettersOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

function cell(kind: Column['kind'], value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return `><v>${value}</v>`;
  if (typeof value === 'boolean') return ` t="b"><v>${value ? 1 : 0}</v>`;
  if (typeof value !== 'string') return textCell(JSON.stringify(value), 0);
  const serial = kind === 'plain' ? Number.NaN : serialOf(value);
  return serial >= 1 ? ` s="${kind === 'day' ? 1 : 2}"><v>${serial}</v>` : textCell(value, 0);
}

const dayMs = 86_400_000;
/** Serial number 0. It is two days before 1900, because the first spreadsheets had a 29 February 1900. */
const dayZeroMs = Date.UTC(1899, 11, 30);
/** Before 1 March 1900, days would be one off, and earlier ones have no number: they stay text. */
const firstExactDay = 61;

/** Days since the beginning of the calendar of spreadsheets, in UTC. */
function serialOf(text: string): number {
  const days = (Date.parse(text) - dayZeroMs) / dayMs;
  return days >= firstExactDay ? days : Number.NaN;
}

/** Most texts: no sign of XML, no blank at an edge, and short enough. */
const isPlain = /^[A-Za-z0-9.,:;/@()+-](?:[A-Za-z0-9 .,:;/@()+-]{0,1000}[A-Za-z0-9.,:;/@()+-])?$/;

const textCell = (text: string, style: number): string =>
  ` t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is>${isPlain.test(text) ? `<t>${text}` : `<t xml:space="preserve">${escaped(text.slice(0, cellCharactersMax))}`}</t></is>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML does not allow are written as `_x0001_`, and what looks like that is escaped itself. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
    .replace(/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The header stays in view. */
const sheetHead = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** Styles 1 to 3: a day, a moment, and the header. */
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/** The parts that name the sheets. */
function frame(sheets: number): Record<string, string> {
  const each = (text: (number: number) => string) =>
    Array.from({ length: sheets }, (_, index) => text(index + 1)).join('');
  const type = (part: string, name: string) =>
    `<Override PartName="/${part}" ContentType="${spreadsheet}.${name}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${xml}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`;
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      each((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)) +
        relation('rIdStyles', 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}${each((number) => type(`xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
  };
}
