import { Button } from '@mantine/core';
import { accountStates, accounts } from '@muster/contract/administration/accounts.ts';
import { environments } from '@muster/contract/environments.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Account, AccountDrawer } from './account-drawer.tsx';
import { OwnersLink } from './owners-link.tsx';
import { MovedClock } from './sandbox-panel.tsx';

export function AccountsPage() {
  const { accounts: t, sandboxes } = useTexts(installationTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  const state = useAddressState(['environment', 'state', 'origin.id']);
  const columns = useColumns();
  const [isOpening, setOpening] = useState(false);
  const [shown, setShown] = useState<Account | null>(null);
  const create = useCreate(accounts);
  const open = may(accounts, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpening(true)}>
      {t.create}
    </Button>
  );
  const choices = environments.map((value) => ({
    value,
    label: shell.environments[value],
  }));
  const opened = (release: () => void) => () => {
    release();
    setOpening(false);
  };
  return (
    <Page title={t.title} about={t.about} actions={open}>
      <FormDrawer title={t.create} isOpen={isOpening} onClose={() => setOpening(false)} size="md">
        <ResourceForm
          resource={accounts}
          operation="create"
          members={['name', 'environment', 'origin']}
          initial={{ environment: 'production' }}
          labels={{ name: t.name, environment: t.environment, origin: t.origin }}
          hints={{ name: t.nameHint, origin: t.originHint }}
          error={create.error}
          isBusy={create.isPending}
          onCancel={() => setOpening(false)}
          onSubmit={(body, release) => create.mutate(body, { onSuccess: opened(release) })}
        />
      </FormDrawer>
      <OwnersLink link={create.data?.link} title={t.linkTitle} about={t.linkAbout} onClose={create.reset} />
      <AccountDrawer account={shown} onClose={() => setShown(null)} />
      <ResourceTable
        resource={accounts}
        state={state}
        columns={columns}
        defaultSort="name"
        onOpen={setShown}
        empty={t.empty}
        filters={[
          { name: 'environment', label: t.environment, widthPx: 160, options: choices },
          {
            name: 'state',
            label: t.state,
            widthPx: 160,
            options: accountStates.map((value) => ({ value, label: sandboxes.states[value] })),
          },
        ]}
      />
    </Page>
  );
}

function useColumns(): readonly Column<typeof accounts>[] {
  const { accounts: t, sandboxes } = useTexts(installationTexts);
  const shell = useTexts(shellTexts);
  const { moment, number } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 180, cell: ({ name }) => name },
      {
        id: 'environment',
        header: t.environment,
        widthPx: 140,
        cell: ({ environment }) => shell.environments[environment],
      },
      { id: 'sandbox', header: t.sandbox, widthPx: 120, cell: ({ sandbox }) => sandbox ?? '' },
      {
        id: 'state',
        header: t.state,
        widthPx: 150,
        cell: ({ state }) => (
          <StatusBadge
            status={state === 'ready' ? 'active' : state === 'failed' ? 'failing' : 'pending'}
            label={sandboxes.states[state]}
          />
        ),
      },
      { id: 'address', header: sandboxes.address, widthPx: 280, cell: ({ address }) => address },
      {
        id: 'clock',
        header: sandboxes.clock,
        widthPx: 180,
        cell: ({ clockOffsetMs }) =>
          clockOffsetMs === 0 ? sandboxes.asMachine : <MovedClock aheadMs={clockOffsetMs} />,
      },
      {
        id: 'requestsPerMinute',
        header: t.requestsPerMinute,
        widthPx: 170,
        isExtra: true,
        cell: ({ requestsPerMinute }) => (requestsPerMinute === null ? t.asInstallation : number(requestsPerMinute)),
      },
      { id: 'createdAt', header: sandboxes.since, widthPx: 180, cell: ({ createdAt }) => moment(createdAt) },
    ],
    [t, sandboxes, shell, moment, number],
  );
}
