/** Members that need an additional scope to change: the declaration names the scope of each. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';
import type { AccessContext } from './access.ts';
import type { JsonObject } from './body.ts';

/** Refuses changes of members that the caller's scopes do not allow. The current value is not a change. */
export function refuseProtected(
  resource: Resource,
  { caller }: AccessContext,
  current: JsonObject,
  changes: JsonObject,
): void {
  const closed = Object.entries<Field>(resource.fields).flatMap(([name, { changeScope }]) =>
    changeScope !== undefined && !caller.scopes.has(changeScope) && isChanged(current[name], changes[name])
      ? [name]
      : [],
  );
  if (closed.length > 0) throw new Problem('forbidden', detail('membersOfOwners', { members: closed.join(', ') }));
}

const isChanged = (before: unknown, after: unknown): boolean =>
  after !== undefined && JSON.stringify(after) !== JSON.stringify(before);
