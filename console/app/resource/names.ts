/** Names by id, for lists of the organization that are short enough to load completely. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useCallback, useMemo } from 'react';
import { type Moment, useMoment, withoutDay } from '../data/moment.ts';
import { useAll } from '../data/queries.ts';
import { useMay } from '../session.tsx';
import { useLanguage } from '../texts/language.tsx';
import { type AnyRow, nameOf } from './naming.ts';

/**
 * Empty for none and for one that the person may not read. On the day and at the moment of the page, unless another one is
 * given; what was recorded after the day has the name of today.
 */
export function useNames(resource: Resource, at?: Moment): (id: string | null | undefined) => string {
  const ofPage = useMoment();
  const moment = at ?? ofPage;
  const isEnabled = useMay()(resource, 'list');
  const { locale } = useLanguage();
  const known = useAll(resource, {}, { isEnabled, at: withoutDay(moment) }).data;
  const onDay = useAll(resource, {}, { isEnabled, at: moment }).data;
  const byId = useMemo(() => {
    // Every representation has an id; other members are read by name.
    const rows = [...(known ?? []), ...(onDay ?? [])] as unknown as readonly AnyRow[];
    return new Map(rows.map((row) => [row.id, nameOf(row, locale)]));
  }, [known, onDay, locale]);
  return useCallback((id) => (id ? (byId.get(id) ?? '') : ''), [byId]);
}
