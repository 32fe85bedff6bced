/** Deliveries to one endpoint as they come. Polled every two seconds while the page is visible. */
import { Anchor, Button, Group, SegmentedControl, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import type { Embedded } from '../../data/queries.ts';
import { serviceOf } from '../../data/service.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { nameOf } from '../../resource/naming.ts';
import { useMay } from '../../session.tsx';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { spelt } from '../../texts/labels.ts';
import { tableTexts } from '../../texts/table.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify, notifyError } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { wrappedText } from '../../ui/wrapped-text.tsx';
import { PersonNameText } from '../people/person-name.tsx';
import { CodeBlock } from './code-block.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import classes from './integrations.module.css';
import { When } from './when.tsx';

type Delivery = Listed<typeof webhookDeliveries>;
type Status = Delivery['status'];

const pollMs = 2000;
const stepItems = 50;
const itemsMax = 1000;

const colours: Readonly<Record<Status, string>> = { undelivered: 'pending', delivered: 'active', failed: 'failing' };

interface DeliveryInspectorProps {
  readonly endpointId: string;
  /** Shown next to the title. */
  readonly actions: ReactNode;
}

export function DeliveryInspector({ endpointId, actions }: DeliveryInspectorProps) {
  const t = useTexts(deliveryTexts);
  const { emptyFiltered } = useTexts(tableTexts);
  const [isLive, setLive] = useState(true);
  const [status, setStatus] = useState<Status | 'all'>('all');
  const [limit, setLimit] = useState(stepItems);
  const [openId, setOpenId] = useState<string | null>(null);
  const found = useDeliveries({ endpointId, status, limit, isLive });
  const statuses = ['undelivered', 'delivered', 'failed'] as const;
  const items = found.data?.items ?? [];
  return (
    <Panel title={t.title} about={t.about} actions={actions}>
      <Group justify="space-between" mb="sm" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t.status}
          value={status}
          onChange={setStatus}
          data={[{ value: 'all', label: t.all }, ...statuses.map((value) => ({ value, label: t.statuses[value] }))]}
        />
        <Switch label={t.live} checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
      </Group>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={4} />}
      {found.isSuccess &&
        items.length === 0 &&
        (status === 'all' ? (
          <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>
        ) : (
          <EmptyState title={emptyFiltered} />
        ))}
      <ul className={classes.rows}>
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            embedded={found.data?.embedded ?? {}}
            isOpen={openId === delivery.id}
            onToggle={() => setOpenId(openId === delivery.id ? null : delivery.id)}
          />
        ))}
      </ul>
      {found.data?.cursor && limit < itemsMax && (
        <Button variant="default" size="sm" mt="sm" onClick={() => setLimit(Math.min(itemsMax, limit * 2))}>
          {t.older}
        </Button>
      )}
    </Panel>
  );
}

interface Asked {
  readonly endpointId: string;
  readonly status: Status | 'all';
  readonly limit: number;
  readonly isLive: boolean;
}

const useDeliveries = ({ endpointId, status, limit, isLive }: Asked) =>
  useQuery({
    queryKey: [webhookDeliveries.type, 'inspector', endpointId, status, limit],
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? pollMs : false,
    queryFn: async ({ signal }) => {
      const filters = { 'webhookEndpoint.id': endpointId, ...(status !== 'all' && { status }) };
      const include = ['embedded'] as const;
      const page = await serviceOf(webhookDeliveries).page({ filters, sort: ['-id'], limit, include, signal });
      return { items: page.items, embedded: page.embedded, cursor: page.cursor };
    },
  });

/** The members of an embedded event that are shown. */
interface SentEvent {
  readonly topic: string;
  readonly data: { readonly id?: string; readonly type?: string; readonly [member: string]: unknown };
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly embedded: Embedded;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DeliveryRow({ delivery, embedded, isOpen, onToggle }: DeliveryRowProps) {
  const t = useTexts(deliveryTexts);
  const event = embedded.event?.[delivery.event.id] as SentEvent | undefined;
  return (
    <li>
      <UnstyledButton className={classes.entry} aria-expanded={isOpen} onClick={onToggle}>
        <Text size="sm" fw={600} span>
          {wrappedText(event?.topic ?? t.event(delivery.event.id))}
        </Text>
        {event && <ResourceName data={event.data} />}
        <StatusBadge status={colours[delivery.status]} label={t.statuses[delivery.status]} />
        <Text size="xs" c="dimmed" span>
          {t.attemptsCount(delivery.attemptsCount)}
        </Text>
        <Text size="xs" c="dimmed" span>
          <When at={delivery.createdAt} />
        </Text>
      </UnstyledButton>
      {isOpen && <DeliveryDetails delivery={delivery} event={event} />}
    </li>
  );
}

/** What the event is about: its name, or its kind and id; and the person that it belongs to. */
function ResourceName({ data }: { readonly data: SentEvent['data'] }) {
  const { id = '', type = '' } = data;
  const name = nameOf({ ...data, id });
  const owner = (data.employee as { readonly id?: string } | null | undefined)?.id;
  return (
    <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
      {name === id ? `${spelt(type)} ${id}` : name}
      {owner !== undefined && (
        <>
          {' · '}
          <PersonNameText id={owner} />
        </>
      )}
    </Text>
  );
}

interface DeliveryDetailsProps {
  readonly delivery: Delivery;
  readonly event: SentEvent | undefined;
}

function DeliveryDetails({ delivery, event }: DeliveryDetailsProps) {
  const t = useTexts(deliveryTexts);
  const may = useMay();
  const wordsOf = useErrorWords();
  const create = useCreate(webhookDeliveries);
  const again = () =>
    create.mutate(
      { event: { id: delivery.event.id }, webhookEndpoint: { id: delivery.webhookEndpoint.id } },
      { onSuccess: () => notify(t.redelivered), onError: (error) => notifyError(wordsOf(error)) },
    );
  return (
    <Stack gap="sm" className={classes.opened}>
      <Group gap="md">
        {event && may(webhookDeliveries, 'create') && (
          <Button size="compact-sm" variant="default" loading={create.isPending} onClick={again}>
            {t.redeliver}
          </Button>
        )}
        <Anchor size="sm" renderRoot={(props) => <Link to="/events" search={{ id: delivery.event.id }} {...props} />}>
          {t.event(delivery.event.id)}
        </Anchor>
        {delivery.nextAttemptAt && (
          <Text size="sm">
            {t.next}: <When at={delivery.nextAttemptAt} />
          </Text>
        )}
        {delivery.redelivery && <Text size="sm">{t.replayed}</Text>}
      </Group>
      <DeliveryAttempts deliveryId={delivery.id} count={delivery.attemptsCount} />
      <Text size="xs" fw={600}>
        {t.body}
      </Text>
      {event ? <CodeBlock label={t.body} text={JSON.stringify(event, null, 2)} /> : <Text size="sm">{t.expired}</Text>}
    </Stack>
  );
}
