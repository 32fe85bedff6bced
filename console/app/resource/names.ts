/** Names by id, for lists of the organization that are short enough to load completely. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useCallback, useMemo } from 'react';
import { useAll } from '../data/queries.ts';
import { useMay } from '../session.tsx';
import { useLanguage } from '../texts/language.tsx';
import { type AnyRow, nameOf } from './naming.ts';

/** Empty for none; the id for one that the person may not read. */
export function useNames(resource: Resource): (id: string | null | undefined) => string {
  const may = useMay();
  const { locale } = useLanguage();
  const { data } = useAll(resource, {}, { isEnabled: may(resource, 'list') });
  const byId = useMemo(() => {
    // Every representation has an id; other members are read by name.
    const rows = (data ?? []) as unknown as readonly AnyRow[];
    return new Map(rows.map((row) => [row.id, nameOf(row, locale)]));
  }, [data, locale]);
  return useCallback((id) => (id ? (byId.get(id) ?? '') : ''), [byId]);
}
