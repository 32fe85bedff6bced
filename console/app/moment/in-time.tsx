/** A page that can show another time, which its address names. A notice says so, and leads back to today. */
import { type RouteComponent, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { isAnotherTime, type Moment, MomentContext } from '../data/moment.ts';
import type { SearchParams } from '../search-params.ts';

/** The frame of every page loads this file: the notice is loaded when there is another time. */
const MomentNotice = lazy(async () => ({ default: (await import('./moment-notice.tsx')).MomentNotice }));

const names = ['asOf', 'knownAt'] as const;

interface Navigation {
  readonly search: SearchParams;
  readonly next: (search: SearchParams) => SearchParams;
}

/** Links between these pages stay in the same time, unless they name another, or none with `undefined`. */
function stay({ search, next }: Navigation): SearchParams {
  const wanted = next(search);
  const kept = names.filter((name) => !(name in wanted)).map((name) => [name, search[name]] as const);
  const all = [...Object.entries(wanted), ...kept];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

export const keptInTime = { middlewares: [stay] };

/** The code of a page is loaded before it is shown. */
const framed = (Shown: RouteComponent, isOfDays: boolean): RouteComponent =>
  Object.assign(
    () => (
      <InTime isOfDays={isOfDays}>
        <Shown />
      </InTime>
    ),
    Shown.preload && { preload: Shown.preload },
  );

export const inTime = (Shown: RouteComponent): RouteComponent => framed(Shown, false);

/** The career of a person has days of its own: the page chooses among them, and its forms begin on the chosen one. */
export const asKnown = (Shown: RouteComponent): RouteComponent => framed(Shown, true);

function InTime({ isOfDays, children }: { readonly isOfDays: boolean; readonly children: ReactNode }) {
  const { asOf, knownAt }: SearchParams = useSearch({ strict: false });
  const moment = useMemo(
    (): Moment => ({
      ...(asOf !== undefined && !isOfDays && { asOf }),
      ...(knownAt !== undefined && { knownAt }),
    }),
    [asOf, knownAt, isOfDays],
  );
  return (
    <MomentContext value={moment}>
      {isAnotherTime(moment) && (
        <Suspense>
          <MomentNotice moment={moment} />
        </Suspense>
      )}
      {children}
    </MomentContext>
  );
}
