/** Archives of everything about one person: asked for, made in the background, downloaded for some days. */
import { Button, Select } from '@mantine/core';
import { subjectExports } from '@muster/contract/administration/subject-exports.ts';
import { languages } from '@muster/contract/languages.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { CreationForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { subjectExportTexts } from '../../texts/subject-exports.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonNameText } from '../people/person-name.tsx';
import { SubjectExport } from './subject-export.tsx';

const adding = 'new';

export function SubjectExportsPage() {
  const t = useTexts(subjectExportTexts);
  const may = useMay();
  const [opened, open] = useOpened();
  const state = useAddressState(['state', 'employee.id']);
  const columns = useColumns();
  const states = Object.entries(t.states).map(([value, label]) => ({ value, label }));
  const close = () => open(undefined);
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        may(subjectExports, 'create') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => open(adding)}>
            {t.add}
          </Button>
        )
      }
    >
      <ResourceTable
        resource={subjectExports}
        state={state}
        columns={columns}
        defaultSort="-id"
        onOpen={({ id }) => open(id)}
        empty={t.empty}
        filters={[
          { name: 'state', label: t.state, widthPx: 160, options: states },
          { name: 'employee.id', label: t.person, widthPx: 200, resource: employees },
        ]}
      />
      <FormDrawer title={t.add} isOpen={opened === adding} onClose={close} size="md">
        <Adding onClose={close} onMade={open} />
      </FormDrawer>
      <FormDrawer title={t.title} isOpen={opened !== undefined && opened !== adding} onClose={close} size="md">
        {opened !== undefined && <SubjectExport id={opened} />}
      </FormDrawer>
    </Page>
  );
}

interface AddingProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

function Adding({ onClose, onMade }: AddingProps) {
  const t = useTexts(subjectExportTexts);
  return (
    <CreationForm
      resource={subjectExports}
      inputs={{
        members: ['employee', 'language'],
        labels: { employee: t.person, language: t.language },
        hints: { language: t.languageHint },
        custom: { language: (props) => <LanguageInput {...props} /> },
      }}
      submitLabel={t.submit}
      onCancel={onClose}
      onMade={({ id }) => {
        notify(t.made);
        onMade(id);
      }}
    />
  );
}

function LanguageInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const { locale } = useLanguage();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <Select
      label={label}
      description={description}
      data={languages.map((one) => ({ value: one, label: names.of(one) ?? one }))}
      value={typeof value === 'string' ? value : null}
      error={errorAt('')}
      onChange={onChange}
      clearable
    />
  );
}

function useColumns(): readonly Column<typeof subjectExports>[] {
  const t = useTexts(subjectExportTexts);
  const { moment } = useFormats();
  return useMemo(
    () => [
      { id: 'person', header: t.person, widthPx: 240, cell: ({ employee }) => <PersonNameText id={employee.id} /> },
      {
        id: 'state',
        header: t.state,
        widthPx: 140,
        cell: ({ state }) => <StatusBadge status={state} label={t.states[state]} />,
      },
      { id: 'since', header: t.since, widthPx: 180, cell: ({ createdAt }) => moment(createdAt) },
      {
        id: 'expires',
        header: t.expires,
        widthPx: 220,
        cell: ({ expiresAt }) => (expiresAt === null ? '' : moment(expiresAt)),
      },
    ],
    [t, moment],
  );
}
