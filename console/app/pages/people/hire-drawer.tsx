/** Hiring: a person, an employment and a first position in one creation. */
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { Create } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useToday } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { EmploymentFields, givenOf, useEmploymentValues } from './employment-fields.tsx';
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

const members = ['givenName', 'familyName', 'email', 'phoneNumber', 'employeeNumber', 'remoteId'];

function HireForm({ onClose }: { readonly onClose: () => void }) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const shell = useTexts(shellTexts);
  const navigate = useNavigate();
  const [person, setPerson] = useState<FormValues>({});
  const [career, setCareer] = useEmploymentValues({ employment: { start: { date: today } }, position: {} });
  const create = useCreate(employees, { alsoChanges: careerResources });
  const fieldErrors = fieldErrorsIn(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const firstEmployment = { ...givenOf(career.employment), firstJobPosition: givenOf(career.position) };
    // The inputs follow the declarations; the service checks the rest.
    const body = { ...givenOf(person), firstEmployment } as Create<typeof employees>;
    create.mutate(body, {
      onSuccess: (made) => {
        notify(t.hired(`${made.givenName} ${made.familyName}`));
        onClose();
        navigate({ to: '/people/$id', params: { id: made.id } });
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {create.error && Object.keys(fieldErrors).length === 0 && <ProblemNotice error={create.error} />}
        <Fieldset legend={t.person}>
          <Stack gap="sm">
            <FieldGroup
              fields={employees.fields}
              names={members}
              values={person}
              fieldErrors={fieldErrors}
              onChange={(name, value) => setPerson((held) => ({ ...held, [name]: value }))}
            />
          </Stack>
        </Fieldset>
        <EmploymentFields
          values={career}
          onChange={setCareer}
          fieldErrors={fieldErrors}
          prefix="firstEmployment"
          required={[]}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t.hire}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
