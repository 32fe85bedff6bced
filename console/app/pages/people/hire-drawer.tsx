/** Hiring: a person, an employment and a first position in one creation. */
import { Fieldset, Stack, Text } from '@mantine/core';
import type { Create } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCreate } from '../../data/changes.ts';
import { prepared, useEntryCheck } from '../../form/entry-check.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useToday } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { careerProblems, EmploymentFields, type EmploymentValues, givenOf } from './employment-fields.tsx';
import { careerResources } from './use-career.ts';

interface HireDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function HireDrawer({ isOpen, onClose }: HireDrawerProps) {
  const t = useTexts(peopleTexts);
  return (
    <FormDrawer title={t.hireTitle} isOpen={isOpen} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.hireAbout} {t.defaultsHint}
      </Text>
      <HireForm onClose={onClose} />
    </FormDrawer>
  );
}

interface HireValues extends EmploymentValues {
  readonly person: FormValues;
}

const members = ['givenName', 'familyName', 'email', 'phoneNumber', 'employeeNumber', 'remoteId'];

function HireForm({ onClose }: { readonly onClose: () => void }) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const navigate = useNavigate();
  const check = useEntryCheck();
  const form = useForm<HireValues>({
    name: 'hire',
    initial: { person: {}, employment: { start: { date: today } }, position: {} },
  });
  const { person, ...career } = form.values;
  const create = useCreate(employees, { alsoChanges: careerResources });
  const submit = () => {
    const firstEmployment = { ...givenOf(career.employment), firstJobPosition: givenOf(career.position) };
    // The inputs follow the declarations; the service checks the rest.
    const body = { ...givenOf(prepared(employees.fields, person)), firstEmployment } as Create<typeof employees>;
    create.mutate(body, {
      onSuccess: (made) => {
        form.release();
        notify(t.hired(`${made.givenName} ${made.familyName}`));
        onClose();
        navigate({ to: '/people/$id', params: { id: made.id } });
      },
    });
  };
  return (
    <Form
      form={form}
      error={create.error}
      isBusy={create.isPending}
      check={() => ({
        ...check({ fields: employees.fields, names: members, values: person }),
        ...careerProblems(check, career, 'firstEmployment', []),
      })}
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t.hire}
    >
      <Fieldset legend={t.person}>
        <Stack gap="sm">
          <FieldGroup
            fields={employees.fields}
            names={members}
            values={person}
            onChange={(name, value) => form.change((held) => ({ ...held, person: { ...held.person, [name]: value } }))}
          />
        </Stack>
      </Fieldset>
      <EmploymentFields
        values={career}
        onChange={(change) => form.change((held) => ({ ...held, ...change(held) }))}
        prefix="firstEmployment"
        required={[]}
      />
    </Form>
  );
}
