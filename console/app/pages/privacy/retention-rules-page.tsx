/** Retention rules: how long data is kept, and what each rule removes and when. */
import { Button, Select, Stack } from '@mantine/core';
import {
  familiesWithoutCountry,
  type RetentionFamily,
  retentionRules,
} from '@muster/contract/administration/retention-rules.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useRemove } from '../../data/changes.ts';
import { type Held, useOne } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { ChangeForm, CreationForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RetentionPreview } from './retention-preview.tsx';

const adding = 'new';

const hasCountry = (family: unknown): boolean => !familiesWithoutCountry.some((one) => one === family);

export function RetentionRulesPage() {
  const { retention: t, status } = useTexts(privacyTexts);
  const may = useMay();
  const [opened, open] = useOpened();
  const state = useAddressState(['family', 'isActive']);
  const columns = useColumns();
  const close = () => open(undefined);
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        may(retentionRules, 'create') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => open(adding)}>
            {t.add}
          </Button>
        )
      }
    >
      <ResourceTable
        resource={retentionRules}
        state={state}
        columns={columns}
        onOpen={({ id }) => open(id)}
        empty={t.empty}
        filters={[
          { name: 'family', label: t.family, widthPx: 220, options: familyOptions(t.families) },
          {
            name: 'isActive',
            label: status,
            widthPx: 160,
            options: [
              { value: 'true', label: t.active },
              { value: 'false', label: t.paused },
            ],
          },
        ]}
      />
      <FormDrawer title={t.add} isOpen={opened === adding} onClose={close} size="md">
        <Adding onClose={close} />
      </FormDrawer>
      <FormDrawer title={t.one} isOpen={opened !== undefined && opened !== adding} onClose={close} size="md">
        {opened !== undefined && <Rule id={opened} onClose={close} />}
      </FormDrawer>
    </Page>
  );
}

const familyOptions = (families: Readonly<Record<RetentionFamily, string>>) =>
  Object.entries(families).map(([value, label]) => ({ value, label }));

function FamilyInput({ label, value, onChange, errorAt }: FieldInputProps) {
  const { retention: t } = useTexts(privacyTexts);
  const error = errorAt('');
  return (
    <Select
      label={label}
      {...(error !== undefined && { error })}
      required
      data={familyOptions(t.families)}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  );
}

/** A rule starts as a preview: nothing is removed before somebody has looked at what it takes. */
function Adding({ onClose }: { readonly onClose: () => void }) {
  const { retention: t } = useTexts(privacyTexts);
  return (
    <CreationForm
      resource={retentionRules}
      initial={{ isActive: false }}
      inputs={{
        members: ({ family }) => ['family', ...(hasCountry(family) ? ['countryCode'] : []), 'months', 'isActive'],
        labels: { family: t.family, countryCode: t.country, months: t.months, isActive: t.active },
        hints: { countryCode: t.countryHint, months: t.monthsHint, isActive: t.activeHint },
        custom: { family: (props) => <FamilyInput {...props} /> },
      }}
      onCancel={onClose}
      onMade={() => {
        notify(t.added);
        onClose();
      }}
    />
  );
}

function Rule({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { retention: t, status } = useTexts(privacyTexts);
  const may = useMay();
  const { country } = useFormats();
  const found = useOne(retentionRules, id);
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  const { family, countryCode, months, isActive } = found.data.value;
  const fixed: [string, string][] = [
    [t.family, t.families[family]],
    [t.country, countryCode === null ? t.everywhere : country(countryCode)],
  ];
  const changing: [string, string][] = [
    [t.months, String(months)],
    [status, isActive ? t.active : t.paused],
  ];
  return (
    <Stack gap="md">
      <Facts facts={may(retentionRules, 'update') ? fixed : [...fixed, ...changing]} />
      {may(retentionRules, 'update') && (
        <ChangeForm
          resource={retentionRules}
          held={found.data}
          inputs={{
            members: ['months', 'isActive'],
            labels: { months: t.months, isActive: t.active },
            hints: { months: t.monthsHint, isActive: t.activeHint },
          }}
          onCancel={onClose}
          onChanged={onClose}
          otherButtons={may(retentionRules, 'remove') && <Removal held={found.data} onRemoved={onClose} />}
        />
      )}
      <RetentionPreview id={id} etag={found.data.etag} family={family} isActive={isActive} />
    </Stack>
  );
}

interface RemovalProps {
  readonly held: Held<typeof retentionRules>;
  readonly onRemoved: () => void;
}

function Removal({ held, onRemoved }: RemovalProps) {
  const { retention: t } = useTexts(privacyTexts);
  const shell = useTexts(shellTexts);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemove(retentionRules);
  const confirm = () =>
    remove.mutate(
      { id: held.value.id, etag: held.etag },
      {
        onSuccess: () => {
          notify(shell.removed);
          onRemoved();
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {shell.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.removeTitle}
        error={remove.error}
        isBusy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t.removeAbout}
      </ConfirmDialog>
    </>
  );
}

function useColumns(): readonly Column<typeof retentionRules>[] {
  const { retention: t, status } = useTexts(privacyTexts);
  const { moment, number, country } = useFormats();
  return useMemo(
    () => [
      { id: 'family', header: t.family, widthPx: 260, cell: ({ family }) => t.families[family] },
      {
        id: 'country',
        header: t.country,
        widthPx: 180,
        cell: ({ countryCode }) => (countryCode === null ? t.everywhere : country(countryCode)),
      },
      { id: 'months', header: t.months, widthPx: 140, cell: ({ months }) => number(months) },
      {
        id: 'state',
        header: status,
        widthPx: 150,
        cell: ({ isActive }) => (
          <StatusBadge status={isActive ? 'active' : 'deactivated'} label={isActive ? t.active : t.paused} />
        ),
      },
      { id: 'changed', header: t.changed, widthPx: 180, cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt) },
    ],
    [t, status, moment, number, country],
  );
}
