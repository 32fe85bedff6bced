/** Finds members by the paths of callers: dotted, to any depth, without regard to case. */
import { type AnyMember, type ArrayMember, type Description, isScalar, type Members, type Scalar } from '../members.ts';
import { ParameterError, unknownName } from './parameter-errors.ts';

export interface NamedMember {
  /** With the case of the description. */
  readonly name: string;
  readonly member: AnyMember;
}

/** Names by their lower case, built once for each group of members. */
const known = new WeakMap<Members, ReadonlyMap<string, string>>();

export function memberNamed(members: Members, name: string): NamedMember | null {
  let names = known.get(members);
  if (!names) {
    names = new Map(Object.keys(members).map((one) => [one.toLowerCase(), one]));
    known.set(members, names);
  }
  const found = names.get(name.toLowerCase());
  const member = found === undefined ? undefined : members[found];
  return found !== undefined && member ? { name: found, member } : null;
}

/** The inner members, if there are any. */
export const membersOf = (member: AnyMember): Members | null =>
  member.kind === 'object' || member.kind === 'array' ? member.members : null;

export interface FoundScalar {
  readonly path: string;
  readonly member: Scalar;
  readonly through: ArrayMember | null;
}

/** The member that a filter or a sort key compares. */
export function scalarAt(description: Description, path: string): FoundScalar {
  const parts = path.split('.');
  let members: Members = description.members;
  let through: ArrayMember | null = null;
  const names: string[] = [];
  for (const [index, part] of parts.entries()) {
    const found = memberNamed(members, part.trim());
    if (!found || found.member.isHidden) throw unknownProperty(description, path, comparable(members, names));
    names.push(found.name);
    const isLast = index === parts.length - 1;
    if (isLast && isScalar(found.member)) return { path: names.join('.'), member: found.member, through };
    const inner = membersOf(found.member);
    if (isLast && inner) throw notComparable(path, names, inner);
    if (!inner) throw unknownProperty(description, path, []);
    if (found.member.kind === 'array') through = found.member;
    members = inner;
  }
  throw unknownProperty(description, path, comparable(members, names));
}

/** Paths of comparable members, or of members that contain some. */
const comparable = (members: Members, before: readonly string[]): string[] =>
  pathsTo(members, before, ({ kind }) => kind !== 'keyed' && kind !== 'constant');

export const pathsTo = (
  members: Members,
  before: readonly string[],
  isAllowed: (member: AnyMember) => boolean = () => true,
): string[] =>
  Object.entries(members)
    .filter(([, member]) => !member.isHidden && isAllowed(member))
    .map(([name]) => [...before, name].join('.'));

export function unknownProperty(
  { noun, elsewhere = {} }: Description,
  path: string,
  allowed: readonly string[],
): ParameterError {
  const sentence = `'${path}' is not a property of ${noun}.`;
  const hint = hintFor(path.toLowerCase(), elsewhere);
  if (hint !== undefined) return new ParameterError(`${sentence} ${hint}`, `${sentence} ${hint}`);
  const allowedText = allowed.length > 0 ? [`Allowed here: ${allowed.join(', ')}.`] : [];
  return new ParameterError(sentence, unknownName, ...allowedText);
}

/** For the path, or for its beginning. */
function hintFor(path: string, elsewhere: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(elsewhere, path)) return elsewhere[path];
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : hintFor(path.slice(0, dot), elsewhere);
}

function notComparable(path: string, before: readonly string[], members: Members): ParameterError {
  const sentence = `'${path}' has members: name one of them.`;
  return new ParameterError(sentence, sentence, `Allowed here: ${comparable(members, before).join(', ')}.`);
}
