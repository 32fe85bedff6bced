/** Recent requests. With the trace id of an error, a person finds its request here. */
import { Anchor, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { loggedRequests } from '@muster/contract/administration/logged-requests.ts';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import type { Column } from '../../resource/columns.tsx';
import type { TableFilter } from '../../resource/filters.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import type { SearchParams } from '../../search-params.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { spelt } from '../../texts/labels.ts';
import type { Words } from '../../texts/part.ts';
import { requestLogTexts } from '../../texts/request-log.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { MomentRangeInput } from './moment-range-input.tsx';

type LoggedRequest = Listed<typeof loggedRequests>;

const filterNames = [
  'traceId',
  'method',
  'status.between',
  'clientApplication.id',
  'administrator.id',
  'apiKey.id',
  'path',
  'occurredAt.between',
];

/** In the address: the requests of the console itself are shown too. */
const ownShown = 'all';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

export function RequestLogPage() {
  const t = useTexts(requestLogTexts);
  const state = useAddressState(filterNames);
  const columns = useColumns();
  const filters = useFilters();
  const client = useQueryClient();
  const words: SearchParams = useSearch({ strict: false });
  // A trace id or a person is looked for wherever it is.
  const isAboutOwn = state.filters.traceId !== undefined || state.filters['administrator.id'] !== undefined;
  const isOwnHidden = words.calls !== ownShown && !isAboutOwn;
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
      <Searches state={state} isOwnHidden={isOwnHidden} isAboutOwn={isAboutOwn} />
      <ResourceTable
        resource={loggedRequests}
        state={state}
        columns={columns}
        filters={filters}
        // People call through the console alone.
        {...(isOwnHidden && { fixed: { 'administrator.id': 'null' } })}
        defaultSort="-id"
        onOpen={setOpened}
        empty={t.empty}
        height="calc(100dvh - 400px)"
      />
      <FormDrawer title={t.title1} isOpen={opened !== null} onClose={() => setOpened(null)}>
        {opened && <Details request={opened} />}
      </FormDrawer>
    </Page>
  );
}

interface SearchesProps {
  readonly state: ListState;
  readonly isOwnHidden: boolean;
  readonly isAboutOwn: boolean;
}

function Searches({ state, isOwnHidden, isAboutOwn }: SearchesProps) {
  const t = useTexts(requestLogTexts);
  return (
    <Group gap="md" align="flex-start" mb="sm">
      <TextSearch key={`trace ${state.filters.traceId ?? ''}`} name="traceId" state={state} />
      <TextSearch key={`path ${state.filters.path ?? ''}`} name="path" state={state} />
      <MomentRangeInput
        value={state.filters['occurredAt.between']}
        onChange={(range) => state.change({ 'occurredAt.between': range })}
      />
      <Switch
        mt={30}
        label={t.hideOwn}
        checked={isOwnHidden}
        disabled={isAboutOwn}
        onChange={(event) => state.change({ calls: event.currentTarget.checked ? undefined : ownShown })}
      />
    </Group>
  );
}

interface TextSearchProps {
  readonly name: 'traceId' | 'path';
  readonly state: ListState;
}

const spellings = {
  traceId: (typed: string) => typed.trim().toLowerCase(),
  // As people copy it: with or without the host and the query.
  path: (typed: string) =>
    typed
      .trim()
      .replace(/^https?:\/\/[^/]+/, '')
      .replace(/\?.*$/, ''),
};

/** The whole text: a part of it does not match. */
function TextSearch({ name, state }: TextSearchProps) {
  const t = useTexts(requestLogTexts);
  const [typed, setTyped] = useState(state.filters[name] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.change({ [name]: spellings[name](typed) || undefined });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={name === 'path' ? t.path : t.trace}
        description={name === 'path' ? t.pathHint : t.traceHint}
        w={{ base: '100%', xs: 400 }}
        maxLength={name === 'path' ? 1000 : 32}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        styles={{
          wrapper: { flex: 1 },
          input: { fontFamily: 'var(--mantine-font-family-monospace)' },
        }}
        inputContainer={(own) => (
          <Group gap="xs" wrap="nowrap">
            {own}
            <Button
              type="submit"
              variant="default"
              leftSection={<IconSearch size={16} />}
              aria-label={name === 'path' ? t.findPath : t.findTrace}
            >
              {t.find}
            </Button>
          </Group>
        )}
      />
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
      { id: 'path', header: t.path, widthPx: 280, cell: ({ path }) => <code>{path}</code> },
      { id: 'why', header: t.why, widthPx: 300, cell: ({ refusal }) => refusal && reasonIn(refusal, t) },
      { id: 'who', header: t.who, widthPx: 210, cell: (request) => <Who request={request} /> },
      { id: 'duration', header: t.duration, widthPx: 100, cell: ({ durationMs }) => t.ms(number(durationMs)) },
      { id: 'trace', header: t.trace, widthPx: 290, isExtra: true, cell: ({ traceId }) => <code>{traceId}</code> },
    ],
    [t, precise, number],
  );
}

/** In words where there are some, with the scopes or members that it is about. */
function reasonIn({ problem, names }: NonNullable<LoggedRequest['refusal']>, t: Words<typeof requestLogTexts>): string {
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const isScope = problem === 'forbidden' && names.length > 0;
  const reason = isScope ? t.scopeMissing : (reasons[problem] ?? spelt(problem));
  return names.length === 0 ? reason : `${reason}: ${names.join(', ')}`;
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
          [t.why, request.refusal && reasonIn(request.refusal, t)],
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
