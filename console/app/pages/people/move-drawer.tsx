import { Text } from '@mantine/core';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useCreate } from '../../data/changes.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useToday } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { type Career, type Employment, type Position, positionOn } from './career.ts';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { careerResources } from './use-career.ts';

/** In the usual order of a position. */
export const positionMembers = [
  'startsOn',
  'jobTitle',
  'department',
  'businessEstablishment',
  'manager',
  'jobQualification',
  'occupationCategory',
  'workingTimeArrangement',
  'notes',
];

interface MoveDrawerProps extends PersonDrawerProps {
  readonly career: Career;
  readonly employment: Employment;
}

/** A copy of the current position from a day on; the person changes the rest. */
function successorOf(position: Position | undefined) {
  if (!position) return {};
  const { jobTitle, department, businessEstablishment, manager, jobQualification, occupationCategory } = position;
  const { workingTimeArrangement, t9n } = position;
  return {
    jobTitle,
    department,
    businessEstablishment,
    manager,
    jobQualification,
    occupationCategory,
    workingTimeArrangement,
    t9n,
  };
}

export function MoveDrawer({ person, career, employment, isOpen, onClose }: MoveDrawerProps) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const create = useCreate(jobPositions, { alsoChanges: careerResources });
  const current =
    positionOn(career, today) ?? career.positions.find(({ id }) => id === person.applicableJobPosition.id);
  return (
    <FormDrawer title={t.moveTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.moveAbout}
      </Text>
      <ResourceForm
        resource={jobPositions}
        operation="create"
        members={positionMembers}
        labels={{ startsOn: t.moveFrom }}
        initial={{ ...successorOf(current), startsOn: today }}
        error={create.error}
        isBusy={create.isPending}
        onCancel={onClose}
        submitLabel={t.move}
        onSubmit={(body) =>
          create.mutate(
            { ...body, employment: { id: employment.id } },
            {
              onSuccess: () => {
                notify(t.moved);
                onClose();
              },
            },
          )
        }
      />
    </FormDrawer>
  );
}
