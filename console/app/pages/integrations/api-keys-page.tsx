import { Alert, Button, Group } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { IconAlertTriangle, IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAll, useOne } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type ApiKey, MakeKeyDrawer } from './api-key-drawer.tsx';
import { ApiKeyTrial } from './api-key-trial.tsx';
import classes from './integrations.module.css';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export function ApiKeysPage() {
  const t = useTexts(apiKeyTexts);
  const may = useMay();
  const state = useAddressState(['readsLeaves', 'readsUsers']);
  const columns = useColumns();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKey | null>(null);
  const make = may(apiKeys, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {t.create}
    </Button>
  );
  const { yes, no } = useTexts(credentialTexts);
  const yesOrNo = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  return (
    <Page title={t.title} about={t.about} actions={make}>
      <Notices />
      <MakeKeyDrawer isOpen={isMaking} onClose={() => setMaking(false)} onMade={setMade} />
      <ShownOnce isOpen={made !== null} onClose={() => setMade(null)}>
        {made && <ApiKeyTrial apiKey={made.apiKey ?? ''} readsLeaves={made.readsLeaves} />}
      </ShownOnce>
      <ResourceTable
        resource={apiKeys}
        state={state}
        columns={columns}
        defaultSort="name"
        hrefOf={({ id }) => `/api-keys/${id}`}
        filters={[
          { name: 'readsLeaves', label: t.readsLeaves, options: yesOrNo },
          { name: 'readsUsers', label: t.readsUsers, options: yesOrNo },
        ]}
        empty={t.empty}
        height="calc(100dvh - 340px)"
      />
    </Page>
  );
}

/** Notices: the end of the second generation, and keys without a technical contact. */
function Notices() {
  const t = useTexts(apiKeyTexts);
  const { day } = useFormats();
  const may = useMay();
  const settings = useOne(accountSettings, may(accountSettings, 'read') ? 'current' : undefined);
  const keys = useAll(apiKeys);
  const unknown = (keys.data ?? []).filter(({ technicalContact }) => technicalContact === null).length;
  const endsAt = settings.data?.value.legacyV2EndsAt;
  return (
    <>
      {endsAt && (
        <Alert color="blue" py="xs" icon={<IconCalendarEvent size={18} />} className={classes.notice}>
          {(Date.parse(endsAt) > Date.now() ? t.endNotice : t.endedNotice)(day(endsAt.slice(0, 10)))}
        </Alert>
      )}
      {unknown > 0 && (
        <Alert color="orange" py="xs" icon={<IconAlertTriangle size={18} />} className={classes.notice}>
          {t.contactNotice(unknown)}
        </Alert>
      )}
    </>
  );
}

function useColumns(): readonly Column<typeof apiKeys>[] {
  const t = useTexts(apiKeyTexts);
  const { never } = useTexts(credentialTexts);
  const { list } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 220, cell: ({ name }) => name },
      {
        id: 'contact',
        header: t.contact,
        widthPx: 240,
        cell: ({ technicalContact }) =>
          technicalContact ?? (
            <Group gap={4}>
              <StatusBadge status="pending" label={t.noContact} />
            </Group>
          ),
      },
      {
        id: 'rights',
        header: t.rights,
        widthPx: 180,
        cell: ({ readsLeaves, readsUsers }) =>
          list([...(readsLeaves ? [t.leaves] : []), ...(readsUsers ? [t.users] : [])]) || t.nothing,
      },
      {
        id: 'lastUsedAt',
        header: t.lastUsed,
        widthPx: 160,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? never : <When at={lastUsedAt} />),
      },
      { id: 'roleName', header: t.roleName, widthPx: 180, isExtra: true, cell: ({ roleName }) => roleName },
    ],
    [t, never, list],
  );
}
