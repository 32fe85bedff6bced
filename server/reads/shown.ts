/**
 * What one response shows of confidential data: names of members by family, and the people they are about. Read from the
 * texts of rows without parsing them: a list of a thousand costs a fraction of a millisecond, and resources without
 * confidential members cost nothing.
 */
import { confidentialMembers, holdsOthers, isConfidential } from '@muster/contract/kit/confidential.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { isOwner, resourceOf } from '@muster/contract/resources.ts';

export interface ConfidentialShown {
  /** Names by family. */
  readonly members: Map<string, Set<string>>;
  readonly people: Set<string>;
  /** Of attribute values: the people by definition. Which definitions are confidential is known when it is written. */
  readonly values: Map<string, Set<string>>;
}

export const nothingShown = (): ConfidentialShown => ({ members: new Map(), people: new Set(), values: new Map() });

/** A request has one; most never fill it. */
export interface ShownHolder {
  shown: ConfidentialShown | null;
}

const isKnown = new WeakMap<Resource, boolean>();

function mayHold(resource: Resource): boolean {
  const found = isKnown.get(resource) ?? isConfidential(resource);
  isKnown.set(resource, found);
  return found;
}

/**
 * Adds rows of a resource: their texts, as the store returns them, and their ids. `showing` names the members that are
 * shown, if not all are.
 */
export function addRows(
  holder: ShownHolder,
  resource: Resource,
  texts: readonly string[],
  ids: readonly string[],
  showing: readonly string[] | null = null,
): void {
  if (!mayHold(resource) || texts.length === 0) return;
  if (holdsOthers(resource)) {
    for (const text of texts) addEvent(holder, text);
    return;
  }
  if (resource.confidentialBy) {
    for (const text of texts) addValues(holder, resource, text);
    return;
  }
  // Bytes are added where they are sent.
  const members = confidentialMembers(resource).filter((name) => name in resource.fields);
  const shown = showing === null ? members : members.filter((name) => showing.includes(name));
  if (shown.length === 0) return;
  addMembers(holder, resource.path, shown, isOwner(resource) ? ids : texts.flatMap(peopleIn));
}

export function addMembers(
  holder: ShownHolder,
  family: string,
  members: readonly string[],
  people: readonly string[],
): void {
  holder.shown ??= nothingShown();
  const names = holder.shown.members.get(family) ?? new Set();
  holder.shown.members.set(family, names);
  for (const name of members) names.add(name);
  for (const id of people) holder.shown.people.add(id);
}

/** Quotes inside values are escaped, so only members match. A row names its employee once. */
const employeeMember = /"employee":\{"id":"(\d+)"/g;

const peopleIn = (text: string): string[] => [...text.matchAll(employeeMember)].flatMap(([, id = '']) => [id]);

const subjectOfEvent = /"data":\{"id":"([^"]+)","type":"([\w-]+)"/;

/** Of an event, the members that its `data` or its former values have: it may be reduced for its reader. */
function addEvent(holder: ShownHolder, text: string): void {
  const [, id = '', type = ''] = subjectOfEvent.exec(text) ?? [];
  const resource = resourceOf(type);
  if (!resource || holdsOthers(resource) || !mayHold(resource)) return;
  if (resource.confidentialBy) {
    addValues(holder, resource, text);
    return;
  }
  const members = confidentialMembers(resource).filter((name) => text.includes(`"${name}":`));
  if (members.length === 0) return;
  addMembers(holder, resource.path, members, isOwner(resource) ? [id] : peopleIn(text).slice(0, 1));
}

const patterns = new WeakMap<Resource, RegExp>();

/** The definition stands before the employee, in the order of the declaration. */
function patternOf(resource: Resource): RegExp {
  const found =
    patterns.get(resource) ??
    new RegExp(`"${resource.confidentialBy?.definition}":\\{"id":"(\\w+)"[^}]*\\},"employee":\\{"id":"(\\d+)"`, 'g');
  patterns.set(resource, found);
  return found;
}

function addValues(holder: ShownHolder, resource: Resource, text: string): void {
  for (const [, definition = '', employee = ''] of text.matchAll(patternOf(resource))) {
    addValue(holder, definition, employee);
  }
}

export const addValue = (holder: ShownHolder, definitionId: string, employeeId: string): void =>
  addValueOf(holder, definitionId, [employeeId]);

/** Values of one definition, about these people; nobody, if a query found none. */
export function addValueOf(holder: ShownHolder, definitionId: string, employeeIds: readonly string[]): void {
  holder.shown ??= nothingShown();
  const people = holder.shown.values.get(definitionId) ?? new Set();
  holder.shown.values.set(definitionId, people);
  for (const id of employeeIds) people.add(id);
}
