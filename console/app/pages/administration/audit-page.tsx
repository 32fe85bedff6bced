import { Code } from '@mantine/core';
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { useMemo, useState } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { spelt } from '../../texts/labels.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { AuditEntryDrawer, type Entry } from './audit-entry-drawer.tsx';

/** The most common actions; the address of the page accepts any other. */
const actions = [
  'session.opened',
  'session.refused',
  'account-setting.updated',
  'administrator.updated',
  'administrator-invitation.created',
  'client-application.created',
  'client-application.updated',
  'client-application-secret.created',
  'api-key.created',
  'employee.created',
  'employee.updated',
  'sandbox.created',
];

const subjects = [
  'employee',
  'employment',
  'job-position',
  'department',
  'client-application',
  'api-key',
  'webhook-endpoint',
  'administrator',
  'account-setting',
  'sandbox',
];

export function AuditPage() {
  const { audit: t } = useTexts(installationTexts);
  const state = useAddressState(['action', 'actorKind', 'actorId', 'subjectType', 'subjectId', 'traceId']);
  const columns = useColumns();
  const [opened, setOpened] = useState<Entry | null>(null);
  const chosen = [...new Set([...actions, ...(state.filters.action ? [state.filters.action] : [])])];
  return (
    <Page title={t.title} about={t.about}>
      <AuditEntryDrawer entry={opened} onClose={() => setOpened(null)} />
      <ResourceTable
        resource={auditEntries}
        state={state}
        columns={columns}
        defaultSort="-id"
        onOpen={setOpened}
        empty={t.empty}
        filters={[
          { name: 'action', label: t.action, widthPx: 240, options: chosen.map((value) => ({ value, label: value })) },
          {
            name: 'actorKind',
            label: t.kind,
            widthPx: 140,
            options: (['person', 'operator'] as const).map((value) => ({ value, label: t.kinds[value] })),
          },
          {
            name: 'subjectType',
            label: t.type,
            widthPx: 190,
            options: subjects.map((value) => ({ value, label: spelt(value) })),
          },
        ]}
      />
    </Page>
  );
}

function useColumns(): readonly Column<typeof auditEntries>[] {
  const { audit: t } = useTexts(installationTexts);
  const { moment, fromNow } = useFormats();
  return useMemo(
    () => [
      {
        id: 'when',
        header: t.when,
        widthPx: 150,
        cell: ({ createdAt }) => <span title={moment(createdAt)}>{fromNow(createdAt)}</span>,
      },
      { id: 'who', header: t.who, widthPx: 220, cell: ({ actorName }) => actorName },
      { id: 'what', header: t.what, widthPx: 260, cell: ({ action }) => <Code>{action}</Code> },
      {
        id: 'subject',
        header: t.subject,
        widthPx: 200,
        cell: ({ subjectType, subjectId }) => (subjectType === null ? '' : `${spelt(subjectType)} ${subjectId ?? ''}`),
      },
      {
        id: 'members',
        header: t.member,
        widthPx: 260,
        cell: ({ before, after }) => Object.keys(after ?? before ?? {}).join(', '),
      },
      { id: 'from', header: t.from, widthPx: 140, cell: ({ address }) => address ?? '' },
      { id: 'trace', header: t.trace, widthPx: 280, isExtra: true, cell: ({ traceId }) => traceId ?? '' },
    ],
    [t, moment, fromNow],
  );
}
