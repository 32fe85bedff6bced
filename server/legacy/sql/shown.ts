/** The SQL of the JSON text of a row. */
import type { Place } from '../../platform/store/condition.ts';
import { type AnyMember, type Members, type Scalar, written } from '../members.ts';
import type { Selection } from '../query/query.ts';

/** The text of an object with the selected members, in the order of the description. */
export function objectText(members: Members, selection: Selection, place: Place): string {
  const parts = Object.entries(members).flatMap(([name, member]) => {
    const asked = selection.named.get(name);
    if (member.isHidden || (!asked && (!selection.isWhole || member.isOnRequest))) return [];
    return [`"${name}":`, memberText(member, asked ?? whole, place)];
  });
  if (parts.length === 0) return `'{}'`;
  const pieces = parts.map((part, index) => (index % 2 === 0 ? `'${index === 0 ? '{' : ','}${part}'` : part));
  return `(${pieces.join(' || ')} || '}')`;
}

const whole: Selection = { isWhole: true, named: new Map() };

const orNull = (text: string): string => `coalesce(${text}, 'null')`;

function memberText(member: AnyMember, selection: Selection, place: Place): string {
  switch (member.kind) {
    case 'keyed':
      return `'null'`;
    case 'constant':
      return `'${member.json}'`;
    case 'object': {
      const text = objectText(member.members, selection, place);
      return member.isThere ? `case when ${written(member.isThere, place)} then ${text} else 'null' end` : text;
    }
    case 'array':
      return `coalesce((select '[' || string_agg(${objectText(member.members, selection, place)}, ',' order by ${member.order}) || ']'
  from ${written(member.from, place)}), '[]')`;
    default:
      return orNull(scalarText(member, place));
  }
}

function scalarText(member: Scalar, place: Place): string {
  if (member.shown !== undefined) return `(${written(member.shown, place)})::text`;
  const sql = written(member.sql, place);
  const isText = member.kind === 'text' || (member.kind === 'enumeration' && member.shows === 'name');
  if (isText) return `to_json(${sql})::text`;
  if (member.kind === 'date') return `'"' || ${sql} || 'T00:00:00"'`;
  if (member.kind === 'moment') return `to_char(${sql}, '"\\""YYYY-MM-DD"T"HH24:MI:SS"\\""')`;
  return `(${sql})::text`;
}
