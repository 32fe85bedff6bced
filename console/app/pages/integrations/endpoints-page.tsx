import { Button, Stack } from '@mantine/core';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { everyTopic } from '@muster/contract/topics.ts';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAll } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Page } from '../../ui/page.tsx';
import { AddDrawer, type Endpoint } from './endpoint-drawer.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

const filterNames = ['status', 'application.id'];

export function EndpointsPage() {
  const t = useTexts(webhookTexts);
  const may = useMay();
  const navigate = useNavigate();
  const state = useAddressState(filterNames);
  const columns = useColumns();
  const applications = useAll(clientApplications, {}, { isEnabled: may(clientApplications, 'list') });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Endpoint | null>(null);
  const add = may(webhookEndpoints, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t.create}
    </Button>
  );
  const statuses = [
    { value: 'active', label: t.healths.working },
    { value: 'suspended', label: t.healths.suspended },
    { value: 'inactive', label: t.healths.inactive },
  ];
  const byApplication = (applications.data ?? []).map(({ clientId, name }) => ({ value: clientId, label: name }));
  return (
    <Page title={t.title} about={t.about} actions={add}>
      <AddDrawer isOpen={isAdding} onClose={() => setAdding(false)} onAdded={setMade} />
      <ShownOnce isOpen={made !== null} onClose={() => navigate({ to: `/webhook-endpoints/${made?.id}` })}>
        {made && <EndpointSecret secret={made.secret ?? ''} />}
      </ShownOnce>
      <ResourceTable
        resource={webhookEndpoints}
        state={state}
        columns={columns}
        defaultSort="name"
        hrefOf={({ id }) => `/webhook-endpoints/${id}`}
        filters={[
          { name: 'status', label: t.health, widthPx: 150, options: statuses },
          { name: 'application.id', label: t.application, widthPx: 220, options: byApplication },
        ]}
        empty={t.empty}
      />
    </Page>
  );
}

export function EndpointSecret({ secret }: { readonly secret: string }) {
  const t = useTexts(webhookTexts);
  return (
    <Stack gap="sm">
      <CopyField label={t.secret} description={t.secretHint} value={secret} />
    </Stack>
  );
}

function useColumns(): readonly Column<typeof webhookEndpoints>[] {
  const t = useTexts(webhookTexts);
  const { all, count } = useTexts(applicationTexts);
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 220, cell: ({ name }) => name },
      { id: 'health', header: t.health, widthPx: 130, cell: (endpoint) => <EndpointHealth endpoint={endpoint} /> },
      {
        id: 'failingSince',
        header: t.failingSince,
        widthPx: 150,
        cell: ({ failingSince }) => failingSince && <When at={failingSince} />,
      },
      { id: 'url', header: t.url, widthPx: 300, cell: ({ webhookUrl }) => webhookUrl },
      {
        id: 'topics',
        header: t.topics,
        widthPx: 150,
        cell: ({ topics }) => (topics.includes(everyTopic) ? t.allTopics : t.topicsCount(topics.length)),
      },
      {
        id: 'establishments',
        header: t.establishments,
        widthPx: 160,
        cell: ({ businessEstablishments: places }) => (places === null ? all : count(places.length)),
      },
      {
        id: 'createdAt',
        header: t.created,
        widthPx: 160,
        isExtra: true,
        cell: ({ createdAt }) => <When at={createdAt} isOfAccount />,
      },
    ],
    [t, all, count],
  );
}
