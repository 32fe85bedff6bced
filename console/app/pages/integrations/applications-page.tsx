import { Button } from '@mantine/core';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useFormats } from '../../texts/formats.ts';
import { scopeTexts } from '../../texts/scopes.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Application, DeclareDrawer } from './application-drawer.tsx';
import { ApplicationTrial } from './application-trial.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export function ApplicationsPage() {
  const t = useTexts(applicationTexts);
  const may = useMay();
  const state = useAddressState(['isDisabled']);
  const columns = useColumns();
  const [isDeclaring, setDeclaring] = useState(false);
  const [made, setMade] = useState<Application | null>(null);
  const declare = may(clientApplications, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDeclaring(true)}>
      {t.create}
    </Button>
  );
  const statuses = [
    { value: 'false', label: t.enabled },
    { value: 'true', label: t.disabled },
  ];
  return (
    <Page title={t.title} about={t.about} actions={declare}>
      <DeclareDrawer isOpen={isDeclaring} onClose={() => setDeclaring(false)} onDeclared={setMade} />
      <ShownOnce isOpen={made !== null} onClose={() => setMade(null)}>
        {made && (
          <ApplicationTrial clientId={made.clientId} clientSecret={made.clientSecret ?? ''} scopes={made.scopes} />
        )}
      </ShownOnce>
      <ResourceTable
        resource={clientApplications}
        state={state}
        columns={columns}
        defaultSort="name"
        hrefOf={({ id }) => `/client-applications/${id}`}
        filters={[{ name: 'isDisabled', label: t.status, widthPx: 150, options: statuses }]}
        empty={t.empty}
      />
    </Page>
  );
}

function useColumns(): readonly Column<typeof clientApplications>[] {
  const t = useTexts(applicationTexts);
  const scopes = useTexts(scopeTexts);
  const { never } = useTexts(credentialTexts);
  const { moment } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 240, cell: ({ name }) => name },
      {
        id: 'status',
        header: t.status,
        widthPx: 130,
        cell: ({ isDisabled }) => (
          <StatusBadge status={isDisabled ? 'deactivated' : 'active'} label={isDisabled ? t.disabled : t.enabled} />
        ),
      },
      {
        id: 'lastUsedAt',
        header: t.lastUsed,
        widthPx: 160,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? never : <When at={lastUsedAt} />),
      },
      { id: 'scopes', header: t.scopes, widthPx: 110, cell: (row) => scopes.chosen(row.scopes.length) },
      {
        id: 'establishments',
        header: t.establishments,
        widthPx: 160,
        cell: ({ businessEstablishments: places }) => (places === null ? t.all : t.count(places.length)),
      },
      { id: 'contact', header: t.contact, widthPx: 240, cell: ({ technicalContact }) => technicalContact },
      { id: 'clientId', header: t.clientId, widthPx: 260, isExtra: true, cell: ({ clientId }) => clientId },
      {
        id: 'secretCreatedAt',
        header: t.secretMade,
        widthPx: 180,
        isExtra: true,
        cell: ({ secretCreatedAt }) => secretCreatedAt && moment(secretCreatedAt),
      },
    ],
    [t, scopes, never, moment],
  );
}
