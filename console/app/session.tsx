/**
 * Who is signed in. The session is read once and held; an answer of 401 anywhere ends it, and the person comes back to
 * the same page after signing in again.
 */

import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import { scopesFor } from '@muster/contract/kit/resource.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { SignedIn } from '@muster/contract/sign-in.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useIsReadOnly } from './data/moment.ts';
import { readSession } from './data/session.ts';
import { dayIn } from './texts/today.ts';

export const sessionOptions = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  retry: false,
});

/** On pages behind the sign-in, where there always is one. */
export function useSession(): SignedIn {
  const { data } = useQuery(sessionOptions);
  if (!data) throw new Error('This page stands behind the sign-in.');
  return data;
}

/** Whether the person's role opens an operation: what they may not do is not offered. */
export function useMay(): (resource: Resource, operation: Operation) => boolean {
  const { scopes } = useSession();
  const isReadOnly = useIsReadOnly();
  return (resource, operation) => {
    if (isReadOnly && operation !== 'list' && operation !== 'read') return false;
    if (!resource.operations.includes(operation)) return false;
    return isOpenTo(scopesFor(resource, operation), new Set(scopes));
  };
}

/** Whether the person may change a member, next to what their role opens of the resource. */
export function useMayChange(): (resource: Resource, member: string) => boolean {
  const { scopes } = useSession();
  return (resource, member) => {
    const needed = resource.fields[member]?.changeScope;
    return needed === undefined || scopes.includes(needed);
  };
}

/** Today as the account counts it, wherever the person is, and by the clock of a sandbox. */
export function useToday(): string {
  const { timezone, clockOffsetMs } = useSession().account;
  return dayIn(timezone, new Date(Date.now() + clockOffsetMs));
}
