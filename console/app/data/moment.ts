/**
 * The time that a page shows: a day, past or to come, and a moment whose knowledge counts. Every read below it asks for
 * that time where the resource can be asked.
 */
import type { AtMoment } from '@muster/client/query.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { momentsOf } from '@muster/contract/moments.ts';
import { createContext, use } from 'react';

export interface Moment {
  /** A day, YYYY-MM-DD. */
  readonly asOf?: string;
  /** UTC. */
  readonly knownAt?: string;
}

/** Null on pages that show today only. */
export const MomentContext = createContext<Moment | null>(null);

export const isAnotherTime = (moment: Moment | null): boolean =>
  moment?.asOf !== undefined || moment?.knownAt !== undefined;

/** The part of a moment that a resource can be asked for; undefined for today. */
export function momentFor(resource: Resource, moment: Moment | null): AtMoment | undefined {
  const known = momentsOf(resource).flatMap((name) => {
    const value = moment?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The same knowledge, of today. */
export const withoutDay = (moment: Moment | null): Moment =>
  moment?.knownAt === undefined ? {} : { knownAt: moment.knownAt };

export const useMoment = (): Moment | null => use(MomentContext);

/** Nothing can be changed in another time. */
export const useIsReadOnly = (): boolean => isAnotherTime(useMoment());
