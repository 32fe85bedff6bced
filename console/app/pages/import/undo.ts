/**
 * What an import has written, from its events, and how it is taken back: new rows are deleted, and changed rows get
 * their former values. A row that somebody has changed since then is left as it is.
 */
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { events } from '@muster/contract/resources/events.ts';
import { isMissing } from '../../data/problems.ts';
import { methodsOf } from '../../data/service.ts';
import type { AnyRow } from '../../resource/naming.ts';
import type { ImportRun } from './import-run.ts';

export interface WrittenRow {
  readonly id: string;
  readonly isNew: boolean;
  /** As the import left it. */
  readonly row: AnyRow;
  /** The members that the import changed, with what they were before. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** Events are published a moment after the change. */
const attempts = 20;
const pauseMs = 300;

export async function writtenBy(
  resource: Resource,
  run: ImportRun,
  signal: AbortSignal,
): Promise<readonly WrittenRow[]> {
  const wanted = run.counts.created + run.counts.updated;
  let found = await readWritten(resource, run, signal);
  for (let tried = 1; found.length < wanted && tried < attempts; tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    found = await readWritten(resource, run, signal);
  }
  return found;
}

async function readWritten(resource: Resource, run: ImportRun, signal: AbortSignal): Promise<readonly WrittenRow[]> {
  if (run.startedAt === null) return [];
  const rows = new Map<string, WrittenRow>();
  const filters = {
    topic: [`${resource.type}.created`, `${resource.type}.updated`],
    'occurredAt.between': [run.startedAt, run.endedAt && momentAfter(run.endedAt)] as const,
  };
  for await (const { topic, author, data, previousAttributes } of methodsOf(events).list({
    filters,
    limit: 1000,
    signal,
  })) {
    if (author?.run !== run.id) continue;
    // The data of an event is a representation.
    const row = data as AnyRow;
    const known = rows.get(row.id);
    const isNew = known?.isNew ?? topic.endsWith('.created');
    // The first change knows the state before the import.
    rows.set(row.id, { id: row.id, isNew, row, before: { ...previousAttributes, ...known?.before } });
  }
  return [...rows.values()];
}

const momentAfter = (moment: string): string => new Date(Date.parse(moment) + 1000).toISOString();

export interface Undone {
  readonly done: number;
  /** Rows that were left, with the reason; null: somebody has changed it since. */
  readonly left: readonly { readonly row: WrittenRow; readonly error: unknown }[];
}

export const canRemove = ({ operations }: Resource): boolean => operations.includes('remove');

/** Whether an import leaves something that can be taken back. */
export const isUndoable = (resource: Resource, rows: readonly WrittenRow[]): boolean =>
  rows.some(({ isNew }) => !isNew || canRemove(resource));

/** The last one first: a later row may refer to an earlier one. */
export async function undoAll(
  resource: Resource,
  rows: readonly WrittenRow[],
  onProgress: (done: number) => void,
): Promise<Undone> {
  const left: { readonly row: WrittenRow; readonly error: unknown }[] = [];
  let done = 0;
  for (const row of [...rows].reverse()) {
    if (row.isNew && !canRemove(resource)) continue;
    try {
      if (await undoOne(resource, row)) done += 1;
      else left.push({ row, error: null });
    } catch (error) {
      left.push({ row, error });
    }
    onProgress(done + left.length);
  }
  return { done, left };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function undoOne(resource: Resource, { id, isNew, row, before }: WrittenRow): Promise<boolean> {
  const methods = methodsOf(resource);
  const current = await methods.read(id).catch((error) => {
    // An earlier attempt, whose answer was lost, or somebody else has deleted it.
    if (isNew && isMissing(error)) return null;
    throw error;
  });
  if (current === null) return true;
  const { etag } = current;
  if (isNew) {
    if (isChanged(resource, current, row)) return false;
    await methods.remove(id, { ifMatch: etag });
    return true;
  }
  const members = Object.keys(before).filter((name) => resource.fields[name]?.update === 'optional');
  // Every representation is an object of its members.
  const held = current as unknown as Readonly<Record<string, unknown>>;
  // An earlier undo, perhaps one whose answer was lost.
  if (members.every((name) => isSame(held[name], before[name]))) return true;
  if (members.some((name) => !isSame(held[name], row[name]))) return false;
  const patch = Object.fromEntries(members.map((name) => [name, before[name]]));
  // The former values were accepted by the same declaration.
  await methods.update(id, patch as Patch<Resource>, { ifMatch: etag });
  return true;
}

/** Of the members that a person can write. */
function isChanged({ fields }: Resource, current: object, row: AnyRow): boolean {
  const held = current as Readonly<Record<string, unknown>>;
  return Object.entries(fields).some(([name, { update }]) => update === 'optional' && !isSame(held[name], row[name]));
}
