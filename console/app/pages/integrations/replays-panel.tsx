import { Group, Text } from '@mantine/core';
import { webhookRedeliveries } from '@muster/contract/resources/webhook-redeliveries.ts';
import { useQuery } from '@tanstack/react-query';
import { serviceOf } from '../../data/service.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './integrations.module.css';
import { When } from './when.tsx';

const shownMax = 10;
const pollMs = 2000;

/** The last redeliveries to an endpoint; hidden if there are none. */
export function ReplaysPanel({ endpointId }: { readonly endpointId: string }) {
  const t = useTexts(deliveryTexts);
  const { moment } = useFormats();
  const found = useQuery({
    queryKey: [webhookRedeliveries.type, 'of', endpointId],
    queryFn: async ({ signal }) => {
      const filters = { 'webhookEndpoint.id': endpointId };
      const page = await serviceOf(webhookRedeliveries).page({ filters, sort: ['-id'], limit: shownMax, signal });
      return page.items;
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? pollMs : false),
  });
  if (!found.data?.length) return null;
  return (
    <Panel title={t.replays}>
      <ul className={classes.rows}>
        {found.data.map(({ id, startsAt, endsAt, status, deliveriesCount, createdAt }) => (
          <li key={id} className={classes.row}>
            <Group gap="sm">
              <StatusBadge status={status === 'running' ? 'pending' : 'active'} label={t.replayStatuses[status]} />
              <Text size="sm">
                {moment(startsAt)} – {moment(endsAt)}
              </Text>
            </Group>
            <Text size="sm" c="dimmed" component="span">
              {t.replayCount(deliveriesCount)} · <When at={createdAt} isOfAccount />
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
