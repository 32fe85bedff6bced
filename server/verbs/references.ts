/**
 * References in a body that the database cannot judge by itself: to something archived, to something the caller may not
 * see, or in a list, which no foreign key covers.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Session } from '../database/database.ts';
import { complain, noErrors, throwIfAny } from '../problem.ts';
import type { FilterTerm } from '../store/filter.ts';
import { findReferenced } from '../store/read.ts';
import { blamed, type JsonObject, unknownReference } from './body.ts';
import type { Sight } from './standard.ts';

interface Named {
  readonly at: string;
  readonly id: string;
}

interface Id {
  readonly id: string;
}

/**
 * Refuses what cannot be named; in a transaction, what can be is kept from being deleted until its end. What `current`
 * names in a list already may stay there, whatever became of it: it is not named anew.
 */
export async function checkReferences(
  session: Session,
  resource: Resource,
  sight: Sight,
  values: JsonObject,
  current: JsonObject = {},
): Promise<void> {
  const errors = noErrors();
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name];
    const target = field.target === undefined ? undefined : resourceOf(field.target);
    if (!target || value === null || value === undefined) continue;
    const conditions = sight.conditionsOn(target);
    const isList = field.column === 'references';
    // A foreign key judges the rest.
    if (!isList && conditions.length === 0 && !('isArchived' in target.fields)) continue;
    const named: Named[] = isList
      ? newlyNamed(name, value as Id[], (current[name] ?? []) as Id[])
      : [{ at: blamed(name, field), id: (value as Id).id }];
    const found = await findReferenced(
      session,
      target,
      named.map(({ id }) => id),
      conditions,
    );
    for (const { at, id } of named) {
      const row = found.get(id);
      if (!row) complain(errors, at, unknownReference(target.type));
      else if (row.isArchived) complain(errors, at, `This ${target.type} is archived and cannot be named anew.`);
    }
  }
  throwIfAny(errors);
}

const newlyNamed = (name: string, values: readonly Id[], current: readonly Id[]): Named[] =>
  values
    .map(({ id }, index) => ({ at: `${name}.${index}`, id }))
    .filter(({ id }) => !current.some((known) => known.id === id));

/** A filter by something that the caller may not see matches nothing, like one by something that does not exist. */
export async function onVisible(
  session: Session,
  resource: Resource,
  sight: Sight,
  filters: readonly FilterTerm[],
): Promise<readonly FilterTerm[]> {
  if (sight.caller.establishments === null) return filters;
  return Promise.all(
    filters.map(async (term) => {
      const type = term.how === 'among' ? resource.fields[term.name.replace(/\.id$/, '')]?.target : undefined;
      const target = type === undefined ? undefined : resourceOf(type);
      const conditions = target ? sight.conditionsOn(target) : [];
      if (term.how !== 'among' || !target || conditions.length === 0) return term;
      const visible = await findReferenced(session, target, term.values, conditions);
      return { ...term, values: term.values.filter((id) => visible.has(id)) };
    }),
  );
}
