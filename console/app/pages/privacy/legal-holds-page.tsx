/** Legal holds: who set them and why, and lifting one. */
import { Button, Stack } from '@mantine/core';
import { legalHolds } from '@muster/contract/administration/legal-holds.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { useOne } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { CreationForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Subject } from './subject.tsx';

const adding = 'new';

export function LegalHoldsPage() {
  const t = useTexts(privacyTexts);
  const may = useMay();
  const [opened, open] = useOpened();
  const state = useAddressState(['status', 'employee.id']);
  const columns = useColumns();
  const statuses = Object.entries(t.holds.statuses).map(([value, label]) => ({ value, label }));
  const close = () => open(undefined);
  return (
    <Page
      title={t.holds.title}
      about={t.holds.about}
      actions={
        may(legalHolds, 'create') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => open(adding)}>
            {t.holds.add}
          </Button>
        )
      }
    >
      <ResourceTable
        resource={legalHolds}
        state={state}
        columns={columns}
        defaultSort="-id"
        onOpen={({ id }) => open(id)}
        empty={t.holds.empty}
        filters={[
          { name: 'status', label: t.status, widthPx: 160, options: statuses },
          { name: 'employee.id', label: t.person, widthPx: 200, resource: employees },
        ]}
      />
      <FormDrawer title={t.holds.add} isOpen={opened === adding} onClose={close} size="md">
        <Adding onClose={close} />
      </FormDrawer>
      <FormDrawer title={t.holds.title} isOpen={opened !== undefined && opened !== adding} onClose={close} size="md">
        {opened !== undefined && <Hold id={opened} onClose={close} />}
      </FormDrawer>
    </Page>
  );
}

function Adding({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(privacyTexts);
  return (
    <CreationForm
      resource={legalHolds}
      inputs={{
        members: ['employee', 'reason'],
        labels: { employee: t.person, reason: t.reason },
        hints: { reason: t.holds.reasonHint },
      }}
      onCancel={onClose}
      onMade={() => {
        notify(t.holds.added);
        onClose();
      }}
    />
  );
}

function Hold({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(privacyTexts);
  const { moment } = useFormats();
  const may = useMay();
  const found = useOne(legalHolds, id);
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  const { value, etag } = found.data;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t.person, <Subject key="person" id={value.employee.id} />],
          [t.status, <StatusBadge key="status" status={value.status} label={t.holds.statuses[value.status]} />],
          [t.reason, value.reason],
          [t.holds.setBy, value.setBy.name],
          [t.holds.setOn, moment(value.createdAt)],
          [t.holds.liftedBy, value.liftedBy?.name],
          [t.holds.liftedAt, value.liftedAt && moment(value.liftedAt)],
        ]}
      />
      {value.status === 'active' && may(legalHolds, 'update') && (
        <Lifting hold={value} etag={etag} onLifted={onClose} />
      )}
    </Stack>
  );
}

interface LiftingProps {
  readonly hold: Read<typeof legalHolds>;
  readonly etag: string;
  readonly onLifted: () => void;
}

function Lifting({ hold, etag, onLifted }: LiftingProps) {
  const { holds: t } = useTexts(privacyTexts);
  const [isAsking, setAsking] = useState(false);
  const update = useUpdate(legalHolds);
  const lift = () =>
    update.mutate(
      { id: hold.id, etag, patch: { status: 'lifted' } },
      {
        onSuccess: () => {
          notify(t.lifted);
          onLifted();
        },
      },
    );
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.lift}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.liftTitle}
        confirmLabel={t.lift}
        error={update.error}
        isBusy={update.isPending}
        onConfirm={lift}
        onClose={() => setAsking(false)}
      >
        {t.liftAbout}
      </ConfirmDialog>
    </div>
  );
}

function useColumns(): readonly Column<typeof legalHolds>[] {
  const t = useTexts(privacyTexts);
  const { moment } = useFormats();
  return useMemo(
    () => [
      { id: 'person', header: t.person, widthPx: 240, cell: ({ employee }) => <Subject id={employee.id} /> },
      {
        id: 'status',
        header: t.status,
        widthPx: 130,
        cell: ({ status }) => <StatusBadge status={status} label={t.holds.statuses[status]} />,
      },
      { id: 'reason', header: t.reason, widthPx: 320, cell: ({ reason }) => reason },
      { id: 'setBy', header: t.holds.setBy, widthPx: 200, cell: ({ setBy }) => setBy.name },
      { id: 'setOn', header: t.holds.setOn, widthPx: 180, cell: ({ createdAt }) => moment(createdAt) },
    ],
    [t, moment],
  );
}
