import { Badge, Button, Group, Stack } from '@mantine/core';
import { administratorInvitations } from '@muster/contract/administration/administrator-invitations.ts';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { roleNames } from '@muster/contract/roles.ts';
import { IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { administratorTexts } from '../../texts/administrators.ts';
import { useFormats } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Administrator, AdministratorDrawer } from './administrator-drawer.tsx';
import { InvitationsPanel, InviteDrawer } from './invitations.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { RoleText } from './role-input.tsx';

export function AdministratorsPage() {
  const t = useTexts(administratorTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  const state = useAddressState(['role', 'isDisabled', 'hasSecondFactor']);
  const columns = useColumns();
  const [isInviting, setInviting] = useState(false);
  const [shown, setShown] = useState<Administrator | null>(null);
  const mayChange = may(administrators, 'update');
  const invite = may(administratorInvitations, 'create') && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  const yesOrNo = [
    { value: 'true', label: `${t.secondFactor}: ${shell.yes}` },
    { value: 'false', label: `${t.secondFactor}: ${shell.no}` },
  ];
  return (
    <Page title={t.title} about={t.about} actions={invite}>
      <InviteDrawer isOpen={isInviting} onClose={() => setInviting(false)} />
      <AdministratorDrawer person={shown} onClose={() => setShown(null)} />
      <ResourceTable
        resource={administrators}
        state={state}
        columns={columns}
        defaultSort="email"
        height="auto"
        {...(mayChange && { onOpen: setShown })}
        filters={[
          {
            name: 'role',
            label: t.role,
            widthPx: 170,
            options: roleNames.map((value) => ({ value, label: shell.roles[value] })),
          },
          { name: 'hasSecondFactor', label: t.secondFactor, widthPx: 210, options: yesOrNo },
        ]}
      />
      <Stack gap="md">
        <InvitationsPanel />
        <ProviderPanel />
      </Stack>
    </Page>
  );
}

function useColumns(): readonly Column<typeof administrators>[] {
  const t = useTexts(administratorTexts);
  const shell = useTexts(shellTexts);
  const { fromNow, moment } = useFormats();
  return useMemo(
    () => [
      { id: 'email', header: t.email, sortKey: 'email', widthPx: 270, cell: ({ email }) => email },
      { id: 'name', header: t.name, widthPx: 150, cell: ({ name }) => name ?? '' },
      {
        id: 'role',
        header: t.role,
        widthPx: 190,
        cell: ({ role, businessEstablishments, employeeRecord, isOperator }) => (
          <Group gap={6} wrap="nowrap">
            <RoleText role={role} businessEstablishments={businessEstablishments} employee={employeeRecord} />
            {isOperator && (
              <Badge variant="default" size="sm">
                {t.operator}
              </Badge>
            )}
          </Group>
        ),
      },
      {
        id: 'status',
        header: t.status,
        widthPx: 120,
        cell: ({ isDisabled }) => (
          <StatusBadge status={isDisabled ? 'deactivated' : 'active'} label={isDisabled ? t.disabled : t.enabled} />
        ),
      },
      {
        id: 'secondFactor',
        header: t.secondFactor,
        widthPx: 130,
        cell: ({ hasSecondFactor }) => (hasSecondFactor ? shell.yes : shell.no),
      },
      {
        id: 'lastSignedInAt',
        header: t.lastSignedIn,
        widthPx: 140,
        cell: ({ lastSignedInAt: at }) => (at === null ? t.never : <span title={moment(at)}>{fromNow(at)}</span>),
      },
    ],
    [t, shell, fromNow, moment],
  );
}
