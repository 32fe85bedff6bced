/**
 * A file as lines: CSV with dotted columns, or one JSON object per line. Streamed: no more than a piece of it is held.
 */
import { Readable } from 'node:stream';
import { columnNames, type Importable } from '@muster/contract/importables.ts';
import { schemaAt } from '@muster/contract/kit/columns.ts';
import { CsvError, type Info, parse } from 'csv-parse';
import { isStorable, parseObject } from '../http/request-body/json-text.ts';
import { type CellReader, cellReaderOf, isColumn, objectOf } from '../platform/tabular/columns.ts';
import { readCell } from '../platform/tabular/csv-cells.ts';
import { Problem } from '../problem.ts';
import type { Line } from './line.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  /** The columns that are wrong, if it is they. */
  readonly columns: readonly string[];

  constructor(message: string, columns: readonly string[] = []) {
    super(message);
    this.name = 'UnreadableFile';
    this.columns = columns;
  }
}

export const linesOf = (
  importable: Importable,
  format: FileFormat,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Line, void> => (format === 'csv' ? csvLines(importable, source) : jsonLines(source));

/** Spreadsheets in many countries use semicolons as separators; no column name contains one. */
const delimiterIn = (head: string): string => (/^[^\n,]*;/.test(head) ? ';' : ',');

const recordBytesMax = 1_000_000;

const parserOf = (head: string) =>
  parse({
    bom: true,
    delimiter: delimiterIn(head),
    info: true,
    max_record_size: recordBytesMax,
    relax_column_count: true,
    skip_empty_lines: true,
  });

interface Row {
  readonly record: string[];
  readonly info: Info;
}

async function* csvLines(importable: Importable, source: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  const { head, whole } = await withHead(source);
  const parser = parserOf(head);
  const stream = Readable.from(whole, { objectMode: false }).on('error', (error) => parser.destroy(error));
  let columns: Columns | undefined;
  try {
    for await (const { record, info } of stream.pipe(parser) as AsyncIterable<Row>) {
      if (columns) yield csvLine(columns, record, info.lines - record.join('').split('\n').length + 1);
      else columns = columnsOf(importable, record);
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(shortened(error.message)) : error;
  } finally {
    stream.destroy();
  }
}

/** The first line, by which the separator is known, and all of the bytes. */
async function withHead(source: AsyncIterable<Buffer>): Promise<{ head: string; whole: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  for (let isWhole = false; !isWhole && length < recordBytesMax; ) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
    isWhole = value.includes(0x0a);
  }
  return { head: Buffer.concat(first).toString(), whole: continued(first, iterator) };
}

async function* continued(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Many times the longest header. It is parsed at once: a line of a megabyte would hold up other requests for half a second. */
const headerBytesMax = 65_536;

/** Checks the header of a file that has not arrived completely. `head` holds its first line, or all of it. */
export async function checkHeader(importable: Importable, head: Buffer): Promise<void> {
  // Empty lines before it are skipped.
  const start = head.findIndex((byte) => byte !== 0x0a && byte !== 0x0d);
  if (start === -1) throw new UnreadableFile('It has no header.');
  const end = head.indexOf(0x0a, start);
  const line = head.subarray(start, end === -1 ? head.length : end + 1);
  if (line.length > headerBytesMax) {
    throw new UnreadableFile(`Its first line has more than ${headerBytesMax.toLocaleString('en')} bytes.`);
  }
  const lines = csvLines(importable, Readable.from([line]));
  await lines.next();
}

interface Columns {
  readonly paths: readonly (readonly string[])[];
  readonly readers: readonly CellReader[];
  /** Null if no member is open. */
  readonly textReaders: readonly CellReader[] | null;
}

const asText: CellReader = (cell) => cell;

function csvLine({ paths, readers, textReaders }: Columns, given: string[], number: number): Line {
  if (given.length !== paths.length) {
    return { number, errors: { $: [`It has ${given.length} cells; the header has ${paths.length}.`] } };
  }
  const at = given.findIndex((cell) => !isStorable(cell));
  if (at !== -1) return { number, errors: { [paths[at]?.join('.') ?? '$']: ['Text must not hold NUL characters.'] } };
  const cells = given.map(readCell);
  const body = objectOf(paths, cells, readers);
  return textReaders ? { number, body, textBody: objectOf(paths, cells, textReaders) } : { number, body };
}

const shownCharactersMax = 100;
const shownColumnsMax = 20;
const columnsMax = 1000;

/** What is not CSV may be one cell of a megabyte. */
const shortened = (text: string): string =>
  text.length > 2 * shownCharactersMax ? `${text.slice(0, 2 * shownCharactersMax)}…` : text;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, shownColumnsMax).map((name) => name.slice(0, shownCharactersMax));
  return shown.join(', ') + (names.length > shownColumnsMax ? ', …' : '');
};

/** A misspelt column would be an error in every line: it is refused once, before anything is imported. */
function columnsOf(importable: Importable, header: readonly string[]): Columns {
  const { resource, openMembers } = importable;
  if (header.length > columnsMax) throw new UnreadableFile(`It has more than ${columnsMax} columns.`);
  const known = columnNames(importable);
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => !isColumn(name, known));
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (unknown.length > 0) {
    const text = `These columns are not known: ${listed(unknown)}. Known are: ${known.join(', ')}.`;
    throw new UnreadableFile(text, unknown);
  }
  if (repeated.length > 0) {
    throw new UnreadableFile(`These columns are there more than once: ${listed(repeated)}.`, repeated);
  }
  const paths = names.map((name) => name.split('.'));
  const isOpen = paths.map(([member = '']) => openMembers.includes(member));
  // A part of an open member has no schema of its own, and may be anything.
  const readers = paths.map((path, index) => cellReaderOf(isOpen[index] ? {} : schemaAt(resource, path)));
  const textReaders = readers.map((reader, index) => (isOpen[index] ? asText : reader));
  return { paths, readers, textReaders: isOpen.includes(true) ? textReaders : null };
}

async function* jsonLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  const lineOf = (bytes: Buffer): Line[] => {
    number += 1;
    return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09) ? [] : [jsonLine(bytes, number)];
  };
  for await (const chunk of source) {
    let from = 0;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      yield* lineOf(bytes.subarray(from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > recordBytesMax) {
      throw new UnreadableFile(`Line ${number + 1} is longer than ${recordBytesMax} bytes.`);
    }
  }
  yield* lineOf(rest);
}

function jsonLine(bytes: Buffer, number: number): Line {
  try {
    return { number, body: parseObject(bytes) };
  } catch (error) {
    if (error instanceof Problem && error.errors) return { number, errors: error.errors };
    throw error;
  }
}
