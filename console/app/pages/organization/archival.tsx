/** The column and the filter of resources that can be archived. */
import { useMemo } from 'react';
import type { TableFilter } from '../../resource/filters.tsx';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function ArchivalBadge({ isArchived }: { readonly isArchived: boolean }) {
  const { states } = useTexts(organizationTexts);
  return (
    <StatusBadge status={isArchived ? 'deactivated' : 'active'} label={isArchived ? states.archived : states.active} />
  );
}

export function useArchivalFilter(): TableFilter {
  const { state, states } = useTexts(organizationTexts);
  return useMemo(
    () => ({
      name: 'isArchived',
      label: state,
      widthPx: 140,
      options: [
        { value: 'false', label: states.active },
        { value: 'true', label: states.archived },
      ],
    }),
    [state, states],
  );
}
