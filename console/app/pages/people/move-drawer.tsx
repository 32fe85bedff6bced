/** A new position from a day on; the entries that nobody changes are those of the position on that day. */
import { Text } from '@mantine/core';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { methodsOf } from '../../data/service.ts';
import type { FormValues } from '../../resource/resource-form.tsx';
import { CreationForm } from '../../resource/writing-forms.tsx';
import { useToday } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { type Career, type Employment, type Position, positionOn } from './career.ts';
import { type DraftCareer, draftOf } from './career-preview.ts';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { positionMembers } from './position-members.ts';
import { successorOf } from './successor.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { careerResources } from './use-career.ts';
import { useUndoable } from './use-undoable.ts';

const idIn = (value: unknown): string | undefined => (value as { readonly id?: string } | null | undefined)?.id;

/** The career with the entered position in it. */
export function withEntered(career: Career, id: string, employmentId: string, values: FormValues): DraftCareer {
  const { employments, positions } = draftOf(career);
  const startsOn = typeof values.startsOn === 'string' ? values.startsOn : null;
  if (startsOn === null) return { employments, positions };
  const entered = {
    id,
    employmentId,
    startsOn,
    jobTitle: typeof values.jobTitle === 'string' ? values.jobTitle : null,
    departmentId: idIn(values.department),
    managerId: idIn(values.manager),
  };
  return { employments, positions: [...positions.filter((one) => one.id !== id), entered] };
}

interface NewPositionProps {
  readonly career: Career;
  readonly employment: Employment;
  /** The first day that is offered. */
  readonly day: string;
  readonly label: string;
  readonly notice: string;
  readonly onClose: () => void;
}

export function NewPositionForm({ career, employment, day, label, notice, onClose }: NewPositionProps) {
  const t = useTexts(peopleTexts);
  const { report } = useUndoable();
  const onDay = (startsOn: unknown) =>
    positionOn(career, typeof startsOn === 'string' ? startsOn : day) ??
    career.positions.filter((one) => one.employment.id === employment.id).at(-1);
  return (
    <CreationForm
      resource={jobPositions}
      inputs={{ members: positionMembers, labels: { startsOn: t.moveFrom } }}
      alsoChanges={careerResources}
      initial={(entered) => ({ startsOn: day, ...successorOf(onDay(entered.startsOn ?? day)) })}
      completed={(body) => ({ ...body, employment: { id: employment.id } })}
      onCancel={onClose}
      submitLabel={label}
      onMade={({ id, etag }) => {
        report(notice, () => methodsOf(jobPositions).remove(id, etag === null ? {} : { ifMatch: etag }));
        onClose();
      }}
    >
      {(values) => (
        <TimelinePreview before={draftOf(career)} after={withEntered(career, 'new', employment.id, values)} />
      )}
    </CreationForm>
  );
}

interface MoveDrawerProps extends PersonDrawerProps {
  readonly career: Career;
  readonly employment: Employment;
  /** The day that the page shows. */
  readonly asOf: string;
}

export function MoveDrawer({ person, career, employment, asOf, isOpen, onClose }: MoveDrawerProps) {
  const t = useTexts(peopleTexts);
  return (
    <FormDrawer title={t.moveTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.moveAbout}
      </Text>
      <NewPositionForm
        career={career}
        employment={employment}
        day={asOf}
        label={t.move}
        notice={t.moved}
        onClose={onClose}
      />
    </FormDrawer>
  );
}

interface SplitDrawerProps {
  readonly career: Career;
  readonly position: Position;
  readonly employment: Employment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A position becomes two: the second begins on a day inside of it. */
export function SplitDrawer({ career, position, employment, isOpen, onClose }: SplitDrawerProps) {
  const t = useTexts(careerTexts);
  const today = useToday();
  const isNow = position.startsOn < today && (position.endsOn === null || today <= position.endsOn);
  return (
    <FormDrawer title={t.splitTitle} isOpen={isOpen} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.splitAbout}
      </Text>
      <NewPositionForm
        career={career}
        employment={employment}
        day={isNow ? today : (position.endsOn ?? today)}
        label={t.split}
        notice={t.splitSaved}
        onClose={onClose}
      />
    </FormDrawer>
  );
}
