/** The formats of a whole collection: one representation a line, or a table with a column for each member. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { snapshotTypes } from '@muster/contract/snapshot-types.ts';
import { cellOf, representationColumns } from '../../platform/tabular/columns.ts';
import { csvLine } from '../../platform/tabular/csv-cells.ts';
import { rangesOf } from '../response/accept.ts';
import { inPieces } from '../response/in-pieces.ts';
import { onOneLine } from '../response/one-line.ts';
import type { Writer } from './writer.ts';
import { xlsxWriter } from './xlsx.ts';

export interface Format {
  readonly type: string;
  /** As the response names it. */
  readonly contentType: string;
  /** Of a table; a table has no place for what `include` adds to a row. */
  readonly extension: string | null;
  writer(resource: Resource): Writer;
}

const ndjson: Format = {
  type: snapshotTypes.ndjson,
  contentType: `${snapshotTypes.ndjson}; charset=utf-8`,
  extension: null,
  writer: () => ({
    head: () => '',
    rows: async (texts) => (texts.length === 0 ? '' : `${texts.map(onOneLine).join('\n')}\n`),
    end: async () => '',
  }),
};

const csv: Format = {
  type: snapshotTypes.csv,
  contentType: `${snapshotTypes.csv}; charset=utf-8; header=present`,
  extension: 'csv',
  writer(resource) {
    const columns = representationColumns(resource);
    const paths = columns.map((name) => name.split('.'));
    const line = (text: string) => {
      const row: unknown = JSON.parse(text);
      return csvLine(paths.map((path) => cellOf(row, path)));
    };
    return {
      head: () => csvLine(columns),
      rows: async (texts) => (await inPieces(texts, line)).join(''),
      end: async () => '',
    };
  },
};

const xlsx: Format = {
  type: snapshotTypes.xlsx,
  contentType: snapshotTypes.xlsx,
  extension: 'xlsx',
  writer: xlsxWriter,
};

export const formats = { ndjson, csv, xlsx } as const satisfies Readonly<Record<keyof typeof snapshotTypes, Format>>;

const all: readonly Format[] = Object.values(formats);

/** What a list can answer, for a refusal. */
export const listTypes: readonly string[] = ['application/json', ...all.map(({ type }) => type)];

const json = 'application/json';

/**
 * The format that the header prefers to JSON, if any: only by its full name, because `text/*` or `*\/*` means any answer.
 * Among equals JSON wins where the header names it, so clients that name both get what they always got.
 */
export function formatOf(header: string | undefined): Format | null {
  if (header === undefined || header === '' || header === '*/*' || header === json) return null;
  const weights = new Map(rangesOf(header).map(({ range, weight }) => [range, weight]));
  const weightOf = ({ type }: Format) => weights.get(type) ?? 0;
  const [best] = all.filter((format) => weightOf(format) > 0).sort((one, other) => weightOf(other) - weightOf(one));
  if (!best) return null;
  const named = weights.get(json) ?? weights.get('application/*') ?? 0;
  const wildcard = weights.has(json) ? 0 : (weights.get('*/*') ?? 0);
  return weightOf(best) > named && weightOf(best) >= wildcard ? best : null;
}
