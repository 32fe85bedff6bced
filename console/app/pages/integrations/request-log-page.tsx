/** Recent requests. With the trace id of an error, a person finds its request here. */
import { Anchor, Button, Drawer, Group, Stack, TextInput, Title } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { loggedRequests } from '@muster/contract/administration/logged-requests.ts';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import type { Column } from '../../resource/columns.tsx';
import type { TableFilter } from '../../resource/filters.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { requestLogTexts } from '../../texts/request-log.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

type LoggedRequest = Listed<typeof loggedRequests>;

const filterNames = [
  'traceId',
  'method',
  'status.between',
  'clientApplication.id',
  'administrator.id',
  'apiKey.id',
  'path',
];

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

export function RequestLogPage() {
  const t = useTexts(requestLogTexts);
  const state = useAddressState(filterNames);
  const columns = useColumns();
  const filters = useFilters();
  const client = useQueryClient();
  const [opened, setOpened] = useState<LoggedRequest | null>(null);
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      onClick={() => client.invalidateQueries({ queryKey: [loggedRequests.type] })}
    >
      {t.refresh}
    </Button>
  );
  return (
    <Page title={t.title} about={t.about} actions={refresh}>
      <TraceSearch key={state.filters.traceId ?? ''} state={state} />
      <ResourceTable
        resource={loggedRequests}
        state={state}
        columns={columns}
        filters={filters}
        defaultSort="-id"
        onOpen={setOpened}
        empty={t.empty}
        height="calc(100dvh - 310px)"
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={
          <Title order={2} component="span">
            {t.title1}
          </Title>
        }
      >
        {opened && <Details request={opened} />}
      </Drawer>
    </Page>
  );
}

/** The whole trace id: partial ids do not match. */
function TraceSearch({ state }: { readonly state: ListState }) {
  const t = useTexts(requestLogTexts);
  const [typed, setTyped] = useState(state.filters.traceId ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.change({ traceId: typed.trim().toLowerCase() || undefined });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t.trace}
          description={t.traceHint}
          w={{ base: '100%', xs: 360 }}
          maxLength={32}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} />}>
          {t.find}
        </Button>
      </Group>
    </form>
  );
}

/** Callers that the person may not list are not offered as filters. */
function useFilters(): readonly TableFilter[] {
  const t = useTexts(requestLogTexts);
  const may = useMay();
  const outcomes = Object.entries(t.outcomes).map(([value, label]) => ({ value, label }));
  return [
    { name: 'status.between', label: t.outcome, widthPx: 180, options: outcomes },
    { name: 'method', label: t.method, widthPx: 120, options: methods },
    ...(may(clientApplications, 'list')
      ? [{ name: 'clientApplication.id', label: t.application, resource: clientApplications }]
      : []),
    ...(may(administrators, 'list')
      ? [{ name: 'administrator.id', label: t.administrator, resource: administrators }]
      : []),
    ...(may(apiKeys, 'list') ? [{ name: 'apiKey.id', label: t.apiKey, resource: apiKeys }] : []),
  ];
}

const colourOf = (status: number): string => {
  if (status >= 500) return 'failing';
  return status >= 400 ? 'pending' : 'active';
};

function useColumns(): readonly Column<typeof loggedRequests>[] {
  const t = useTexts(requestLogTexts);
  const { precise, number } = useFormats();
  return useMemo(
    () => [
      { id: 'when', header: t.when, widthPx: 200, cell: ({ occurredAt }) => precise(occurredAt) },
      {
        id: 'status',
        header: t.status,
        widthPx: 90,
        cell: ({ status }) => <StatusBadge status={colourOf(status)} label={String(status)} />,
      },
      { id: 'method', header: t.method, widthPx: 90, cell: ({ method }) => method },
      { id: 'path', header: t.path, widthPx: 320, cell: ({ path }) => <code>{path}</code> },
      { id: 'who', header: t.who, widthPx: 210, cell: (request) => <Who request={request} /> },
      { id: 'duration', header: t.duration, widthPx: 100, cell: ({ durationMs }) => t.ms(number(durationMs)) },
      { id: 'trace', header: t.trace, widthPx: 290, isExtra: true, cell: ({ traceId }) => <code>{traceId}</code> },
    ],
    [t, precise, number],
  );
}

function Who({ request: { clientApplication, administrator, apiKey } }: { readonly request: LoggedRequest }) {
  const t = useTexts(requestLogTexts);
  if (clientApplication) return clientApplication.name ?? t.deleted(clientApplication.id);
  if (administrator) return administrator.email ?? t.deleted(administrator.id);
  return apiKey ? (apiKey.name ?? t.deleted(apiKey.id)) : t.nobody;
}

function Details({ request }: { readonly request: LoggedRequest }) {
  const t = useTexts(requestLogTexts);
  const { precise, number } = useFormats();
  const { clientApplication, apiKey } = request;
  const to = clientApplication ? `/client-applications/${clientApplication.id}` : apiKey && `/api-keys/${apiKey.id}`;
  const who = <Who request={request} />;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t.when, precise(request.occurredAt)],
          [t.status, <StatusBadge key="status" status={colourOf(request.status)} label={String(request.status)} />],
          [t.method, request.method],
          [t.path, <code key="path">{request.path}</code>],
          [t.parameters, request.parameters.join(', ')],
          [t.duration, t.ms(number(request.durationMs))],
          [
            t.who,
            to ? (
              <Anchor key="who" renderRoot={(props) => <Link to={to} {...props} />}>
                {who}
              </Anchor>
            ) : (
              who
            ),
          ],
        ]}
      />
      <CopyField label={t.trace} value={request.traceId} />
    </Stack>
  );
}
