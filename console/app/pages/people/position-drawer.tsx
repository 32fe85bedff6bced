/** Corrects a recorded position: changes or deletes it, with the timeline that follows from it. */
import { Text } from '@mantine/core';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMay } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Career, Position } from './career.ts';
import { removePosition } from './career-changes.ts';
import { CorrectionDrawer, type Opening, type RemovalOpening } from './career-correction.tsx';
import { draftOf } from './career-preview.ts';
import { RemovalDialog } from './career-removal.tsx';
import { withEntered } from './move-drawer.tsx';
import { positionMembers } from './position-members.ts';

interface OfPosition {
  readonly career: Career;
  readonly position: Position;
}

export const isFirst = ({ positions }: Career, { employment, startsOn }: Position): boolean =>
  positions.every((other) => other.employment.id !== employment.id || other.startsOn >= startsOn);

export function PositionDrawer({ career, position, ...opening }: OfPosition & Opening) {
  const t = useTexts(careerTexts);
  const may = useMay();
  const first = isFirst(career, position);
  const hint = (
    <Text size="sm" c="dimmed" mb="md">
      {t.firstPositionHint}
    </Text>
  );
  return (
    <CorrectionDrawer
      {...{ career, ...opening }}
      resource={jobPositions}
      id={position.id}
      before={{ ...position, document: position.document && { id: position.document.id } }}
      title={t.positionTitle}
      hint={first && hint}
      savedMessage={t.positionSaved}
      members={first ? positionMembers.filter((name) => name !== 'startsOn') : positionMembers}
      entered={(values) => withEntered(career, position.id, position.employment.id, values)}
      removal={
        !first && may(jobPositions, 'remove')
          ? (dialog) => <PositionRemoval {...{ career, position, ...dialog }} />
          : null
      }
    />
  );
}

export function PositionRemoval({ career, position, ...opening }: OfPosition & RemovalOpening) {
  const t = useTexts(careerTexts);
  const before = draftOf(career);
  return (
    <RemovalDialog
      {...{ career, ...opening }}
      resource={jobPositions}
      id={position.id}
      title={t.deletePosition}
      about={t.deletePositionAbout}
      removedMessage={t.positionDeleted}
      after={{ ...before, positions: before.positions.filter(({ id }) => id !== position.id) }}
      remove={(etag) => removePosition(position, etag)}
    />
  );
}
