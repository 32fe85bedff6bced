/** One change for many people: what it means for each of them, before anything is written. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { AttributeRow } from '../../../data/attribute-values.ts';
import { OutdatedError } from '../../../data/problems.ts';
import { methodsOf } from '../../../data/service.ts';
import { creating, type Step, updating } from '../../../data/steps.ts';
import type { Person, Position } from '../career.ts';
import { successorOf } from '../successor.ts';

export type BulkChange =
  | { readonly kind: 'department' | 'manager'; readonly id: string | null; readonly from: string }
  | { readonly kind: 'attribute'; readonly definitionId: string; readonly value: unknown };

export interface Planned {
  readonly person: Person;
  /** What the person has now: an id, or the value of the attribute; null for none. */
  readonly before: unknown;
  /** Null if nothing would change, or nothing can. */
  readonly step: Step | null;
  readonly problem: 'notEmployed' | 'ownManager' | null;
}

/** As many as one filter may name. */
const together = 100;

export async function planOf(people: readonly Person[], change: BulkChange, signal: AbortSignal): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (let start = 0; start < people.length; start += together) {
    const some = people.slice(start, start + together);
    planned.push(
      ...(await (change.kind === 'attribute' ? ofAttribute(some, change, signal) : ofPosition(some, change, signal))),
    );
  }
  return planned;
}

const idsOf = (people: readonly Person[]): readonly string[] => people.map(({ id }) => id);

async function ofPosition(
  people: readonly Person[],
  { kind, id, from }: Exclude<BulkChange, { kind: 'attribute' }>,
  signal: AbortSignal,
): Promise<Planned[]> {
  const positions = new Map<string, Position[]>();
  const filters = { 'employment.employee.id': idsOf(people) };
  for await (const position of methodsOf(jobPositions).list({ filters, limit: 1000, signal })) {
    positions.set(position.employee.id, [...(positions.get(position.employee.id) ?? []), position]);
  }
  return people.map((person) => {
    const current = positions.get(person.id)?.find((one) => one.startsOn <= from && (one.endsOn ?? from) >= from);
    if (!current) return { person, before: null, step: null, problem: 'notEmployed' };
    const before = current[kind]?.id ?? null;
    if (kind === 'manager' && id === person.id) return { person, before, step: null, problem: 'ownManager' };
    const target = id === null ? null : { id };
    const step = before === id ? null : positionStep(current, kind, target, from);
    return { person, before, step, problem: null };
  });
}

/** A position that begins on this very day is corrected; otherwise a new one follows it. */
function positionStep(
  current: Position,
  kind: 'department' | 'manager',
  target: { id: string } | null,
  from: string,
): Step {
  if (current.startsOn === from) {
    const before = current[kind];
    return async () => {
      const etag = await shownEtag(jobPositions, current);
      return updating(jobPositions, current.id, { [kind]: target }, { [kind]: before && { id: before.id } }, etag)();
    };
  }
  const create = creating(jobPositions, {
    ...successorOf(current),
    [kind]: target,
    startsOn: from,
    employment: { id: current.employment.id },
    // A department is never null: only managers can be taken away.
  } as Parameters<typeof creating<typeof jobPositions>>[1]);
  return async () => {
    await shownEtag(jobPositions, current);
    return create();
  };
}

/** The version of a row if it still is what the preview showed: nobody's change is overwritten unseen. */
async function shownEtag(
  resource: typeof jobPositions | typeof employeeAttributes,
  shown: { readonly id: string; readonly lastUpdatedAt: string; readonly endsOn?: string | null },
): Promise<string> {
  const now = await methodsOf(resource).read(shown.id);
  const isShown = now.lastUpdatedAt === shown.lastUpdatedAt && (!('endsOn' in now) || now.endsOn === shown.endsOn);
  if (!isShown) throw new OutdatedError();
  return now.etag;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(bare(one)) === JSON.stringify(bare(other));

/** A reference is compared by its id: what is entered has no type and no address. */
const bare = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : (value ?? null);

async function ofAttribute(
  people: readonly Person[],
  { definitionId, value }: Extract<BulkChange, { kind: 'attribute' }>,
  signal: AbortSignal,
): Promise<Planned[]> {
  const held = new Map<string, AttributeRow>();
  const filters = { 'employee.id': idsOf(people), 'definition.id': definitionId };
  for await (const row of methodsOf(employeeAttributes).list({ filters, limit: 1000, signal })) {
    held.set(row.employee.id, row);
  }
  return people.map((person) => {
    const current = held.get(person.id);
    const before = current?.value ?? null;
    if (isSame(before, value)) return { person, before, step: null, problem: null };
    const step = current
      ? async () => {
          const etag = await shownEtag(employeeAttributes, current);
          return updating(employeeAttributes, current.id, { value }, { value: before }, etag)();
        }
      : creating(employeeAttributes, { definition: { id: definitionId }, employee: { id: person.id }, value });
    return { person, before, step, problem: null };
  });
}
