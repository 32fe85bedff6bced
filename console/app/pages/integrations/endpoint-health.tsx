import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export type Health = 'working' | 'failing' | 'suspended' | 'inactive';

interface Watched {
  readonly status: 'active' | 'suspended' | 'inactive';
  readonly failingSince: string | null;
}

/** An active endpoint may be failing: the status alone does not show it. */
export const healthOf = ({ status, failingSince }: Watched): Health => {
  if (status !== 'active') return status;
  return failingSince === null ? 'working' : 'failing';
};

const colours: Readonly<Record<Health, string>> = {
  working: 'active',
  failing: 'failing',
  suspended: 'suspended',
  inactive: 'deactivated',
};

export function EndpointHealth({ endpoint }: { readonly endpoint: Watched }) {
  const t = useTexts(webhookTexts);
  const health = healthOf(endpoint);
  return <StatusBadge status={colours[health]} label={t.healths[health]} />;
}
