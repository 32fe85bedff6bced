/**
 * A file of people as lines: CSV with dotted columns, or one JSON object per line. Streamed twice, once for its digest
 * and once for the import; neither pass holds more than a piece of it.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { extname } from 'node:path';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Line } from '@muster/server/bulk/line.ts';
import { namePaths } from '@muster/server/bulk/names.ts';
import { isStorable, parseObject } from '@muster/server/http/response/json-text.ts';
import { creationColumns, isColumn, objectOf } from '@muster/server/http/snapshot/columns.ts';
import { readCell } from '@muster/server/http/snapshot/csv-cells.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { Problem } from '@muster/server/problem.ts';
import { type CsvError, type Info, parse } from 'csv-parse';

export interface PeopleFile {
  readonly digest: Buffer;
  readonly bytes: number;
  readonly lines: AsyncIterable<Line>;
  /** How far the lines have been read. */
  bytesRead(): number;
}

const formats = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' } as const;

export async function peopleFile(path: string): Promise<PeopleFile> {
  const format = formats[extname(path).toLowerCase() as keyof typeof formats];
  if (format === undefined) throw refused('Its name must end in .csv or .ndjson.');
  const { digest, bytes, head } = await inspected(path);
  const stream = createReadStream(path);
  return {
    digest,
    bytes,
    lines: format === 'csv' ? csvLines(stream, head) : jsonLines(stream),
    bytesRead: () => stream.bytesRead,
  };
}

const refused = (message: string) => new RefusedError({ file: [message] });

async function inspected(path: string): Promise<{ digest: Buffer; bytes: number; head: string }> {
  const digest = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let head = '';
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      const text = decoder.decode(chunk, { stream: true });
      if (bytes === 0) head = text;
      bytes += chunk.length;
    }
    decoder.decode();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refused('There is no such file.');
    throw code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? refused('It must be encoded in UTF-8.') : error;
  }
  return { digest: digest.digest(), bytes, head };
}

/** Spreadsheets in many countries use semicolons as separators; no column name contains one. */
const delimiterIn = (head: string): string => (/^[^\n,]*;/.test(head) ? ';' : ',');

const recordBytesMax = 1_000_000;

interface Row {
  readonly record: string[];
  readonly info: Info;
}

async function* csvLines(stream: ReadStream, head: string): AsyncGenerator<Line, void> {
  const parser = parse({
    bom: true,
    delimiter: delimiterIn(head),
    info: true,
    max_record_size: recordBytesMax,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  stream.on('error', (error) => parser.destroy(error));
  let columns: readonly (readonly string[])[] | undefined;
  try {
    for await (const { record, info } of stream.pipe(parser) as AsyncIterable<Row>) {
      if (columns) yield csvLine(columns, record, info.lines - record.join('').split('\n').length + 1);
      else columns = columnsOf(record);
    }
  } catch (error) {
    throw (error as CsvError).code?.startsWith('CSV_') ? refused((error as CsvError).message) : error;
  } finally {
    stream.destroy();
  }
}

function csvLine(columns: readonly (readonly string[])[], cells: string[], number: number): Line {
  if (cells.length !== columns.length) {
    return { number, errors: { $: [`It has ${cells.length} cells; the header has ${columns.length}.`] } };
  }
  const at = cells.findIndex((cell) => !isStorable(cell));
  if (at !== -1) return { number, errors: { [columns[at]?.join('.') ?? '$']: ['Text must not hold NUL characters.'] } };
  return { number, body: objectOf(columns, cells.map(readCell)) };
}

/** A misspelt column would be an error in every line: it is refused once, before anything is imported. */
function columnsOf(header: readonly string[]): string[][] {
  const known = [...creationColumns(employees), ...namePaths];
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => !isColumn(name, known));
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (unknown.length > 0) {
    throw refused(`These columns are not known: ${unknown.join(', ')}. Known are: ${known.join(', ')}.`);
  }
  if (repeated.length > 0) throw refused(`These columns are there more than once: ${repeated.join(', ')}.`);
  return names.map((name) => name.split('.'));
}

async function* jsonLines(stream: ReadStream): AsyncGenerator<Line, void> {
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  const lineOf = (bytes: Buffer): Line[] => {
    number += 1;
    return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09) ? [] : [jsonLine(bytes, number)];
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      yield* lineOf(bytes.subarray(from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > recordBytesMax) throw refused(`Line ${number + 1} is longer than ${recordBytesMax} bytes.`);
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
