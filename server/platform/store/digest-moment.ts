/**
 * Filters rows by the encrypted members that they had at a moment. Versions hold encrypted texts and no digests: the rows
 * whose member has changed since are decrypted and compared here, and all others have the digest that they had then.
 */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { StoredText } from '../database/texts.ts';
import { addressMark } from './address.ts';
import { idTypeOf } from './columns.ts';
import { binder, type Condition } from './condition.ts';
import { conditionOf, type FilterTerm } from './filter.ts';
import type { PointInTime } from './point-in-time.ts';
import { firstAfter, momentIn } from './rows-in-time.ts';
import { digestedTerms, openedText } from './sealing.ts';

type Among = Extract<FilterTerm, { how: 'among' }>;

export const isDigested = (resource: Resource, term: FilterTerm): term is Among =>
  term.how === 'among' && !term.part && filtersOf(resource)[term.name]?.isDigested === true;

/** Conditions for the filters by encrypted members. */
export function digestConditionsAt(
  session: Session,
  resource: Resource,
  pointInTime: PointInTime,
  terms: readonly FilterTerm[],
): Promise<Condition[]> {
  const asked = terms.filter((term) => isDigested(resource, term));
  return Promise.all(asked.map((term) => conditionAt(session, resource, pointInTime, term)));
}

async function conditionAt(
  session: Session,
  resource: Resource,
  pointInTime: PointInTime,
  term: Among,
): Promise<Condition> {
  const [ofNow = term] = digestedTerms(session, resource, [term]);
  const changed = await changedSince(session, resource, pointInTime, term.name);
  const matching = changed.filter(({ value }) => matches(term, value));
  const idsOf = (rows: readonly Former[]) => rows.map(({ id }) => id);
  return (place) => {
    const named = (rows: readonly Former[]) =>
      `shown_row.id in (select unnest(${place(idsOf(rows))}::${idTypeOf(resource)}[]))`;
    return `case when ${named(changed)} then ${named(matching)} else ${conditionOf(resource, ofNow)(place)} end`;
  };
}

interface Former {
  readonly id: string;
  readonly value: unknown;
}

/** A row without a value differs from every value, and equals null; a list matches by one of its elements. */
function matches({ values, hasNull, isNegative }: Among, value: unknown): boolean {
  const elements = Array.isArray(value) ? value : [value];
  const isMatching = value === null ? hasNull : elements.some((one) => values.includes(String(one)));
  return isMatching !== isNegative;
}

/** The rows of which a member was changed after the moment, or which were deleted, with what it was. */
async function changedSince(
  session: Session,
  resource: Resource,
  pointInTime: PointInTime,
  name: string,
): Promise<Former[]> {
  const { values, place } = binder();
  const at = momentIn(pointInTime.moment, pointInTime, place);
  if (at === null) throw new Error('Nothing is changed after now.');
  const rows = await session.run<{ id: string; former: StoredText }>(
    statement(`
select changed.data_id as id, later.former
from (
    select distinct data_id from versions as entry
    where entry.account_id = $1 and entry.data_type = '${resource.type}' and ${at.isAfter('entry')}
      and (entry.verb = 'deleted' or ${place(name)}::text = any(entry.changed_attributes))
  ) as changed
  cross join lateral ${firstAfter(resource, at, 'changed.data_id')}
where later.former is not null`),
    values,
  );
  return rows.map(({ id, former }) => ({ id, value: membersOf(session, former)[name] ?? null }));
}

/** The stored text ends before its last brace, and has marks where addresses begin. */
const membersOf = (session: Session, former: StoredText): Record<string, unknown> =>
  JSON.parse(`${openedText(session, former).replaceAll(addressMark, '')}}`);
