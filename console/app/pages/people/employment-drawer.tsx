/** Corrects a recorded employment: its days and its kind, or deletes it with its positions. */
import { Button, Stack } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
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
import type { Career, Employment } from './career.ts';
import { removeEmployment } from './career-changes.ts';
import { type DraftCareer, draftOf } from './career-preview.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { careerResources } from './use-career.ts';
import { useUndoable } from './use-undoable.ts';

export interface EmploymentDrawerProps {
  readonly career: Career;
  readonly employment: Employment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const members = ['start', 'end', 'template', 'document', 'remoteId'];

const dateIn = (value: unknown): string | null =>
  (value as { readonly date?: string } | null | undefined)?.date ?? null;

/** The career with the entered days of an employment. */
function withDays(career: Career, id: string, values: FormValues): DraftCareer {
  const { employments: all, positions } = draftOf(career);
  const changed = all.map((one) =>
    one.id === id ? { ...one, start: dateIn(values.start) ?? one.start, end: dateIn(values.end) } : one,
  );
  return { employments: changed, positions };
}

export function EmploymentDrawer({ career, employment, isOpen, onClose }: EmploymentDrawerProps) {
  const t = useTexts(careerTexts);
  const may = useMay();
  const found = useOne(employments, isOpen ? employment.id : undefined);
  const { report } = useUndoable();
  const [isDeleting, setDeleting] = useState(false);
  const before: FormValues = { ...employment, document: employment.document && { id: employment.document.id } };
  const mayDelete = career.employments.length > 1 && may(employments, 'remove');
  return (
    <FormDrawer title={t.employmentTitle} isOpen={isOpen} onClose={onClose}>
      {found.isLoadingError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!found.data && !found.isLoadingError && <LoadingRows />}
      {found.data && (
        <ChangeForm
          resource={employments}
          inputs={{ members }}
          alsoChanges={careerResources}
          held={found.data}
          notice=""
          onCancel={onClose}
          onChanged={({ etag }, patch) => {
            const back = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name]]));
            report(t.employmentSaved, () =>
              methodsOf(employments).update(employment.id, back, etag === null ? {} : { ifMatch: etag }),
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
          {(values) => <TimelinePreview before={draftOf(career)} after={withDays(career, employment.id, values)} />}
        </ChangeForm>
      )}
      <EmploymentRemoval
        career={career}
        employment={employment}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onRemoved={onClose}
      />
    </FormDrawer>
  );
}

interface EmploymentRemovalProps extends EmploymentDrawerProps {
  readonly onRemoved: () => void;
}

export function EmploymentRemoval({ career, employment, isOpen, onClose, onRemoved }: EmploymentRemovalProps) {
  const t = useTexts(careerTexts);
  const { report, refresh } = useUndoable();
  const found = useOne(employments, isOpen ? employment.id : undefined);
  const remove = useMutation({
    mutationFn: (etag: string) => removeEmployment(career, employment, etag),
    onSuccess: async (undo) => {
      report(t.employmentDeleted, undo);
      onClose();
      onRemoved();
      await refresh();
    },
  });
  const before = draftOf(career);
  const after = {
    employments: before.employments.filter(({ id }) => id !== employment.id),
    positions: before.positions.filter(({ employmentId }) => employmentId !== employment.id),
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t.deleteEmployment}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => found.data && remove.mutate(found.data.etag)}
      onClose={onClose}
    >
      <Stack gap="sm">
        {t.deleteEmploymentAbout}
        <TimelinePreview before={before} after={after} />
      </Stack>
    </ConfirmDialog>
  );
}
