/** Cells as people write them → as an import reads them, and the file that is sent. Pure. */
import { schemaAt } from '@muster/contract/kit/columns.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { isPhone, normalisedPhone } from '../../form/phone.ts';
import type { DayFormat } from '../../ui/typed-day.ts';

export type CellWriter = (cell: string) => string;

const yes = ['true', 'yes', 'oui', 'ja', 'sí', 'si', 'sì', 'sim', 'x', '1'];
const no = ['false', 'no', 'non', 'nein', 'nee', 'não', '0'];

/** What it does not understand stays as it is: the service then says what is wrong with it. */
export function cellWriterOf(resource: Resource, path: string, days: DayFormat): CellWriter {
  const schema: Schema = schemaAt(resource, path.split('.')) ?? {};
  if (schema.format === 'date') return (cell) => days.read(cell) ?? cell;
  if (isPhone(schema)) return normalisedPhone;
  const types = [schema.type ?? []].flat();
  if (types.includes('boolean')) return asFlag;
  return (cell) => cell;
}

function asFlag(cell: string): string {
  const word = cell.toLocaleLowerCase();
  if (yes.includes(word)) return 'true';
  return no.includes(word) ? 'false' : cell;
}

export interface WrittenFile {
  readonly text: string;
  /** The line of the file on which a row stands, by the place of the row. */
  readonly lines: readonly number[];
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A cell may hold line breaks, so that a row and its line do not count alike. */
export function writtenFile(paths: readonly string[], rows: readonly (readonly string[])[]): WrittenFile {
  let next = 2;
  const lines: number[] = [];
  const texts = rows.map((row) => {
    const line = row.map((cell) => quoted(cell.replaceAll(/\r\n?/g, '\n'))).join(',');
    lines.push(next);
    next += line.split('\n').length;
    return line;
  });
  return { text: `${[paths.map(quoted).join(','), ...texts].join('\n')}\n`, lines };
}
