/** Corrects a recorded position: changes or deletes it, with the timeline that follows from it. */
import { Button, Stack, Text } from '@mantine/core';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useOne } from '../../data/queries.ts';
import { methodsOf } from '../../data/service.ts';
import type { FormValues } from '../../resource/resource-form.tsx';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Career, Position } from './career.ts';
import { removePosition } from './career-changes.ts';
import { draftOf } from './career-preview.ts';
import { withEntered } from './move-drawer.tsx';
import { positionMembers } from './position-members.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { careerResources } from './use-career.ts';
import { useUndoable } from './use-undoable.ts';

interface PositionDrawerProps {
  readonly career: Career;
  readonly position: Position;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const isFirst = ({ positions }: Career, { employment, startsOn }: Position): boolean =>
  positions.every((other) => other.employment.id !== employment.id || other.startsOn >= startsOn);

export function PositionDrawer({ career, position, isOpen, onClose }: PositionDrawerProps) {
  const t = useTexts(careerTexts);
  const may = useMay();
  const found = useOne(jobPositions, isOpen ? position.id : undefined);
  const { report } = useUndoable();
  const [isDeleting, setDeleting] = useState(false);
  const first = isFirst(career, position);
  const members = first ? positionMembers.filter((name) => name !== 'startsOn') : positionMembers;
  const before = { ...position, document: position.document && { id: position.document.id } };
  const mayDelete = !first && may(jobPositions, 'remove');
  return (
    <FormDrawer title={t.positionTitle} isOpen={isOpen} onClose={onClose}>
      {first && (
        <Text size="sm" c="dimmed" mb="md">
          {t.firstPositionHint}
        </Text>
      )}
      {found.isLoadingError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!found.data && !found.isLoadingError && <LoadingRows />}
      {found.data && (
        <ChangeForm
          resource={jobPositions}
          inputs={{ members }}
          alsoChanges={careerResources}
          held={found.data}
          notice=""
          onCancel={onClose}
          onChanged={({ etag }, patch) => {
            const back = Object.fromEntries(Object.keys(patch).map((name) => [name, (before as FormValues)[name]]));
            report(t.positionSaved, () =>
              methodsOf(jobPositions).update(position.id, back, etag === null ? {} : { ifMatch: etag }),
            );
            onClose();
          }}
          otherButtons={
            mayDelete && (
              <Button variant="subtle" color="red.9" onClick={() => setDeleting(true)}>
                {t.delete}
              </Button>
            )
          }
        >
          {(values) => (
            <TimelinePreview
              before={draftOf(career)}
              after={withEntered(career, position.id, position.employment.id, values)}
            />
          )}
        </ChangeForm>
      )}
      <PositionRemoval
        career={career}
        position={position}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onRemoved={onClose}
      />
    </FormDrawer>
  );
}

interface PositionRemovalProps extends PositionDrawerProps {
  readonly onRemoved: () => void;
}

export function PositionRemoval({ career, position, isOpen, onClose, onRemoved }: PositionRemovalProps) {
  const t = useTexts(careerTexts);
  const { report, refresh } = useUndoable();
  const remove = useMutation({
    mutationFn: () => removePosition(position),
    onSuccess: async (undo) => {
      report(t.positionDeleted, undo);
      onClose();
      onRemoved();
      await refresh();
    },
  });
  const before = draftOf(career);
  const after = { ...before, positions: before.positions.filter(({ id }) => id !== position.id) };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t.deletePosition}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        {t.deletePositionAbout}
        <TimelinePreview before={before} after={after} />
      </Stack>
    </ConfirmDialog>
  );
}
