/** Maps dotted columns to members: `firstEmployment.start.date` is one text inside two objects. */
import { readSchema } from '@muster/contract/kit/bodies.ts';
import { leafColumns, type Properties, propertiesOf } from '@muster/contract/kit/columns.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';

/** The columns of a representation. Lists and open structures are one column, as JSON. */
export const representationColumns = (resource: Resource): string[] => {
  const { links: _, embedded: __, ...properties } = propertiesOf(readSchema(resource)) as Properties;
  return leafColumns({ properties }, [], false);
};

export function isColumn(name: string, columns: readonly string[]): boolean {
  // No definition has a property of this name, and assigned to an object it would get lost.
  if (/(^|\.)__proto__$/.test(name)) return false;
  return columns.includes(name) || columns.includes(name.replace(/[^.]+$/, '*'));
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Turns the text of a cell into the value of its member. */
export type CellReader = (cell: string) => unknown;

/** What the schema of a member takes: a text that does not fit stays one, and the declaration refuses it. */
export function cellReaderOf(schema: Schema | undefined): CellReader {
  const types = [schema?.type ?? []].flat();
  if (schema === undefined || types.includes('string')) return (cell) => cell;
  if (types.includes('boolean')) return (cell) => truths.get(cell.toLowerCase()) ?? cell;
  if (types.includes('integer') || types.includes('number')) {
    return (cell) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(cell) ? Number(cell) : cell);
  }
  return jsonOrText;
}

function jsonOrText(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** An empty cell means that the member is omitted. */
export function objectOf(
  columns: readonly (readonly string[])[],
  cells: readonly string[],
  readers: readonly CellReader[] = [],
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [index, path] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') setAt(made, path, readers[index]?.(cell) ?? cell);
  }
  return made;
}

function setAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let inner = object;
  for (let at = 0; at < path.length - 1; at += 1) {
    const name = path[at] as string;
    inner[name] ??= {};
    inner = inner[name] as Record<string, unknown>;
  }
  inner[path.at(-1) as string] = value;
}

export function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

export function cellOf(row: unknown, path: readonly string[]): string {
  const value = valueAt(row, path);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
