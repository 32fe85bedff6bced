/** Members that not everybody may change who may change the rest: the declaration says which scope each one takes. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';
import type { Sight } from './access.ts';
import type { JsonObject } from './body.ts';

/** Refuses changes of members that the caller's scopes do not open. The value that stands already is no change. */
export function refuseProtected(resource: Resource, { caller }: Sight, current: JsonObject, changes: JsonObject): void {
  const closed = Object.entries<Field>(resource.fields).flatMap(([name, { changeScope }]) =>
    changeScope !== undefined && !caller.scopes.has(changeScope) && isChanged(current[name], changes[name])
      ? [name]
      : [],
  );
  if (closed.length > 0) throw new Problem('forbidden', detail('membersOfOwners', { members: closed.join(', ') }));
}

const isChanged = (before: unknown, after: unknown): boolean =>
  after !== undefined && JSON.stringify(after) !== JSON.stringify(before);
