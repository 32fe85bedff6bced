/** Rehires a former employee: another employment with its first position. */
import { Button, Group, Stack } from '@mantine/core';
import type { Create } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import type { FormEvent } from 'react';
import { useCreate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { useToday } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import type { Career } from './career.ts';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { EmploymentFields, givenOf, useEmploymentValues } from './employment-fields.tsx';
import { careerResources } from './use-career.ts';

type RehireDrawerProps = PersonDrawerProps & { readonly career: Career };

export function RehireDrawer(props: RehireDrawerProps) {
  const t = useTexts(peopleTexts);
  const { person, isOpen, onClose } = props;
  return (
    <FormDrawer title={t.rehireTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <RehireForm {...props} />
    </FormDrawer>
  );
}

function RehireForm({ person, career, onClose }: RehireDrawerProps) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const shell = useTexts(shellTexts);
  const last = career.positions.find(({ id }) => id === person.applicableJobPosition.id);
  const [values, setValues] = useEmploymentValues({
    employment: { start: { date: today } },
    position: last
      ? { jobTitle: last.jobTitle, department: last.department, businessEstablishment: last.businessEstablishment }
      : {},
  });
  const create = useCreate(employments, { alsoChanges: careerResources });
  const fieldErrors = fieldErrorsIn(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The inputs follow the declarations; the service checks the rest.
    const body = {
      ...givenOf(values.employment),
      employee: { id: person.id },
      firstJobPosition: givenOf(values.position),
    };
    create.mutate(body as Create<typeof employments>, {
      onSuccess: () => {
        notify(t.rehired);
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {create.error && Object.keys(fieldErrors).length === 0 && <ProblemNotice error={create.error} />}
        <EmploymentFields
          values={values}
          onChange={setValues}
          fieldErrors={fieldErrors}
          required={['start', 'template', 'department', 'businessEstablishment']}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t.rehire}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
