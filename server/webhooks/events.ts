/** Events, optionally filtered by the state of their deliveries to the caller's own endpoints. */
import { events } from '@muster/contract/resources/events.ts';
import { namesOf, recordedTopics } from '@muster/contract/topics.ts';
import type { Session } from '../platform/database/database.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { FilterTerm } from '../platform/store/filter.ts';
import type { Page, PageQuery } from '../platform/store/list-page.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { list } from '../platform/verbs/standard.ts';

export function listEvents(session: Session, access: AccessContext, query: PageQuery): Promise<Page> {
  const isByStatus = (term: FilterTerm) => term.how === 'among' && term.name === 'status';
  const conditions = query.filters.filter(isByStatus).map((term) => byStatus(access, term));
  return list(
    session,
    events,
    { ...access, conditions: [...access.conditions, ...conditions] },
    { ...query, filters: query.filters.filter((term) => !isByStatus(term)).map(withTopics) },
  );
}

/** `employee.*` stands for every topic of the type. */
const withTopics = (term: FilterTerm): FilterTerm =>
  term.how === 'among' && term.name === 'topic' ? { ...term, values: term.values.flatMap(topicsMeant) } : term;

const topicsMeant = (name: string): readonly string[] =>
  name.endsWith('.*') ? recordedTopics.filter((topic) => namesOf(topic).includes(name)) : [name];

/** Written as constants, so that the planner uses the partial index of waiting deliveries or of a status. */
const having = (owner: string, status: string): string =>
  `shown_row.id in (select event_id from deliveries as made
  where made.account_id = $1 and made.client_application_id = ${owner} and made.status = '${status}')`;

function byStatus({ caller }: AccessContext, term: FilterTerm): Condition {
  if (term.how !== 'among') return () => 'true';
  return (place) => {
    const owner = `${place(caller.clientApplicationId)}::bigint`;
    const waits = having(owner, 'undelivered');
    const fails = `(${having(owner, 'failed')} and not ${waits})`;
    const arrives = `(${having(owner, 'delivered')} and not ${waits} and not ${having(owner, 'failed')})`;
    const meant: Record<string, string> = { scheduled: waits, failed: fails, delivered: arrives };
    const asked = `(${term.values.map((value) => meant[value]).join(' or ')})`;
    return term.isNegative ? `not ${asked}` : asked;
  };
}
