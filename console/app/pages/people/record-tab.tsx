/** The confidential data of a person, for roles that allow it. */
import { Button, Text } from '@mantine/core';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useAll, useOne } from '../../data/queries.ts';
import { ChangeForm, CreationForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';

const members = [
  'title',
  'legalGender',
  'birthDate',
  'nationalitiesCountryCodes',
  'email',
  'phoneNumber',
  'insuranceNumber',
  'bankAccount',
];

export function RecordTab({ employeeId }: { readonly employeeId: string }) {
  const t = useTexts(peopleTexts);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const found = useAll(employeePersonalRecords, { filters: { 'employee.id': employeeId } });
  const [record] = found.data ?? [];
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  return (
    <Panel
      title={t.tabs.record}
      about={t.record.confidential}
      actions={
        record &&
        may(employeePersonalRecords, 'update') && (
          <Button variant="default" size="sm" leftSection={<IconPencil size={16} />} onClick={() => setOpen(true)}>
            {t.edit}
          </Button>
        )
      }
    >
      {record ? (
        <RecordFacts record={record} />
      ) : (
        <EmptyState title={t.record.empty} icon={<IconLock size={28} />}>
          {may(employeePersonalRecords, 'create') && (
            <Button mt="xs" onClick={() => setOpen(true)}>
              {t.record.make}
            </Button>
          )}
        </EmptyState>
      )}
      <FormDrawer title={t.tabs.record} isOpen={isOpen} onClose={() => setOpen(false)}>
        {record ? (
          <RecordChange id={record.id} onClose={() => setOpen(false)} />
        ) : (
          <RecordCreation employeeId={employeeId} onClose={() => setOpen(false)} />
        )}
      </FormDrawer>
    </Panel>
  );
}

type PersonalRecord = NonNullable<ReturnType<typeof useAll<typeof employeePersonalRecords>>['data']>[number];

function RecordFacts({ record }: { readonly record: PersonalRecord }) {
  const { fieldLabel, valueLabel } = useLabels();
  const { day, list, country } = useFormats();
  const { bankAccount, insuranceNumber } = record;
  const bank = bankAccount && [bankAccount.bankName, bankAccount.accountIdentifier, bankAccount.bankIdentifier];
  return (
    <Facts
      facts={[
        [fieldLabel('title'), valueLabel(record.title)],
        [fieldLabel('legalGender'), valueLabel(record.legalGender)],
        [fieldLabel('birthDate'), record.birthDate && day(record.birthDate)],
        [fieldLabel('nationalitiesCountryCodes'), list(record.nationalitiesCountryCodes.map(country))],
        [fieldLabel('email'), record.email],
        [fieldLabel('phoneNumber'), record.phoneNumber],
        [
          fieldLabel('insuranceNumber'),
          insuranceNumber && `${insuranceNumber.value} (${valueLabel(insuranceNumber.format)})`,
        ],
        [
          fieldLabel('bankAccount'),
          bank && (
            <Text size="sm" ff="monospace">
              {bank.filter(Boolean).join(' · ')}
            </Text>
          ),
        ],
      ]}
    />
  );
}

/** A change may affect the birthday of the employee. */
const along = { alsoChanges: [employees], inputs: { members } };

interface FormProps {
  readonly onClose: () => void;
}

function RecordChange({ id, onClose }: FormProps & { readonly id: string }) {
  const held = useOne(employeePersonalRecords, id);
  if (!held.data) return <LoadingRows />;
  return (
    <ChangeForm {...along} resource={employeePersonalRecords} held={held.data} onCancel={onClose} onChanged={onClose} />
  );
}

function RecordCreation({ employeeId, onClose }: FormProps & { readonly employeeId: string }) {
  const { saved } = useTexts(shellTexts);
  return (
    <CreationForm
      {...along}
      resource={employeePersonalRecords}
      completed={(body) => ({ ...body, employee: { id: employeeId } })}
      onCancel={onClose}
      onMade={() => {
        notify(saved);
        onClose();
      }}
    />
  );
}
