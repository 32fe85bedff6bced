/**
 * The `fields` of a query: names, dotted or in brackets, at any depth. A comma may be missing after a closing bracket,
 * and spaces may surround separators: existing programs do both.
 */
import type { AnyMember, Description, Members } from '../members.ts';
import { ParameterError } from './parameter-errors.ts';
import { memberNamed, membersOf, pathsTo, unknownProperty } from './paths.ts';
import type { Selection } from './query.ts';

export interface Fields {
  readonly selection: Selection;
  readonly isCounted: boolean;
}

export const everything: Selection = { isWhole: true, named: new Map() };

interface Growing {
  isWhole: boolean;
  readonly named: Map<string, Growing>;
}

const nothing = (): Growing => ({ isWhole: false, named: new Map() });

/** The members that a name can refer to. `null`: arbitrary keys. */
interface Level {
  readonly members: Members | null;
  readonly names: readonly string[];
  readonly selection: Growing;
}

/** A name, or one of the separators. */
const tokens = /[[\],]|[^[\],]+/g;

export function fieldsIn(description: Description, text: string): Fields {
  const root = nothing();
  const counting = { isCounted: false };
  const found = text.match(tokens)?.filter((token) => token.trim() !== '') ?? [];
  const rest = readItems(description, found, 0, { members: description.members, names: [], selection: root }, counting);
  if (rest < found.length) throw unmatched();
  return { selection: root, isCounted: counting.isCounted };
}

const unmatched = () => new ParameterError('The brackets of the fields do not match.', 'Brackets must match.');

const empty = () => new ParameterError('A name is missing among the fields.', 'Names must not be empty.');

/** Reads items up to the closing bracket, and returns its position. */
function readItems(
  description: Description,
  found: readonly string[],
  start: number,
  level: Level,
  counting: { isCounted: boolean },
): number {
  let at = start;
  for (;;) {
    const name = found[at];
    if (name === undefined || /^[[\],]$/.test(name)) throw empty();
    const isOpened = found[at + 1] === '[';
    if (level.names.length === 0 && isCount(found, at)) {
      refuseCount(description);
      counting.isCounted = true;
      at += isOpened ? 4 : 1;
    } else {
      const inner = enter(description, level, name, isOpened);
      at += 1;
      if (isOpened) {
        at = readItems(description, found, at + 1, inner, counting);
        if (found[at] !== ']') throw unmatched();
        at += 1;
      } else inner.selection.isWhole = true;
    }
    const next = found[at];
    if (next === undefined || next === ']') return at;
    if (next === ',') at += 1;
    // After a closing bracket the comma may be missing.
    else if (found[at - 1] !== ']' || next === '[') throw unmatched();
  }
}

const trimmed = (path: string): string =>
  path
    .split('.')
    .map((name) => name.trim())
    .join('.')
    .toLowerCase();

/** `collection.count`, or the same in brackets. */
function isCount(found: readonly string[], at: number): boolean {
  const [name = '', ...others] = found.slice(at, at + 4).map(trimmed);
  return name === 'collection.count' || (name === 'collection' && others.join('') === '[count]');
}

function refuseCount({ isCountable, noun }: Description): void {
  if (isCountable) return;
  throw new ParameterError(
    'collection.count cannot be asked for here.',
    `collection.count is allowed on lists of version 3 only, not on ${noun} alone nor in version 2.`,
  );
}

/** Resolves a dotted name. */
function enter(description: Description, level: Level, path: string, isOpened: boolean): Level {
  let { members, names, selection } = level;
  const parts = path.split('.').map((part) => part.trim());
  for (const [index, part] of parts.entries()) {
    if (part === '') throw empty();
    const whole = [...names, ...parts.slice(index)].join('.');
    if (/\s/.test(part))
      throw new ParameterError(`'${part}' is not a name.`, `A name must not hold blanks: '${part}'.`);
    const found: { name: string; member: AnyMember | null } | null = members
      ? memberNamed(members, part)
      : { name: part, member: null };
    if (!found) throw unknownProperty(description, whole, pathsTo(members ?? {}, names));
    names = [...names, found.name];
    const inner = selection.named.get(found.name) ?? nothing();
    selection.named.set(found.name, inner);
    selection = inner;
    const isEnd = index === parts.length - 1 && !isOpened;
    members = found.member ? membersOf(found.member) : null;
    const isOpen = members !== null || found.member?.kind === 'keyed';
    if (!isEnd && !isOpen) throw unknownProperty(description, [whole, ...(isOpened ? ['[]'] : [])].join(''), []);
  }
  return { members, names, selection };
}
