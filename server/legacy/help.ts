/** The description of a resource that programs ask for before they read it: its members with their types. */
import { singleV3 } from './envelope.ts';
import type { AnyMember, Description, Members } from './members.ts';
import type { LegacyRequest } from './reader.ts';

interface DescribedMember {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Only with `fields`. */
  readonly isOnRequest: boolean;
  readonly values?: Readonly<Record<string, number>>;
  readonly members?: readonly DescribedMember[];
}

const described = (members: Members): DescribedMember[] =>
  Object.entries(members)
    .filter(([, member]) => !member.isHidden)
    .map(([name, member]) => ({
      name,
      type: member.kind === 'constant' ? 'empty' : member.kind,
      isNullable: isNullable(member),
      isOnRequest: member.isOnRequest ?? false,
      ...(member.kind === 'enumeration' && { values: member.names }),
      ...('members' in member && { members: described(member.members) }),
    }));

function isNullable(member: AnyMember): boolean {
  if (member.kind === 'object') return member.isThere !== undefined;
  if (member.kind === 'constant') return member.json === 'null';
  return 'isNullable' in member && member.isNullable === true;
}

export const helpOn =
  (descriptionFor: (request: LegacyRequest) => Description) =>
  async (request: LegacyRequest): Promise<string[]> => {
    const { noun, members, pageSizes } = descriptionFor(request);
    const help = {
      description: noun,
      members: described(members),
      parameters: ['fields', 'paging', 'orderBy'],
      operators: [
        ...['equals', 'notequal', 'like', 'starts', 'since', 'until', 'between'],
        ...['greaterthan', 'greaterthanorequal', 'lessthan', 'lessthanorequal'],
      ],
      paging: pageSizes,
    };
    return singleV3(request, [JSON.stringify(help)]);
  };
