/** What corrections of a position and of an employment share: a form with the timeline that follows from it, and an undo. */
import { Button } from '@mantine/core';
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { type ReactNode, useState } from 'react';
import { useOne } from '../../data/queries.ts';
import { methodsOf } from '../../data/service.ts';
import type { FormValues } from '../../resource/resource-form.tsx';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Career } from './career.ts';
import { type DraftCareer, draftOf } from './career-preview.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { careerResources } from './use-career.ts';
import { useUndoable } from './use-undoable.ts';

export interface Opening {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export interface RemovalOpening extends Opening {
  readonly onRemoved: () => void;
}

interface CorrectionDrawerProps<R extends Resource> extends Opening {
  readonly career: Career;
  readonly resource: R;
  readonly id: string;
  /** As bodies have it. */
  readonly before: FormValues;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly savedMessage: string;
  readonly members: readonly string[];
  /** The career with the entered values. */
  readonly entered: (values: FormValues) => DraftCareer;
  /** Null: it cannot be deleted. */
  readonly removal: ((opening: RemovalOpening) => ReactNode) | null;
}

export function CorrectionDrawer<R extends Resource>(props: CorrectionDrawerProps<R>) {
  const { career, resource, id, before, title, hint, savedMessage, members, entered, removal, isOpen, onClose } = props;
  const t = useTexts(careerTexts);
  const found = useOne(resource, isOpen ? id : undefined);
  const { report } = useUndoable();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <FormDrawer title={title} isOpen={isOpen} onClose={onClose}>
      {hint}
      {found.isLoadingError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!found.data && !found.isLoadingError && <LoadingRows />}
      {found.data && (
        <ChangeForm
          resource={resource}
          inputs={{ members }}
          alsoChanges={careerResources}
          held={found.data}
          notice=""
          onCancel={onClose}
          onChanged={({ etag }, patch) => {
            // The members that were sent, with the values that they had.
            const back = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name]])) as Patch<R>;
            report(savedMessage, () => methodsOf(resource).update(id, back, etag === null ? {} : { ifMatch: etag }));
            onClose();
          }}
          otherButtons={
            removal && (
              <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
                {t.delete}
              </Button>
            )
          }
        >
          {(values) => <TimelinePreview before={draftOf(career)} after={entered(values)} />}
        </ChangeForm>
      )}
      {removal?.({ isOpen: isDeleting, onClose: () => setDeleting(false), onRemoved: onClose })}
    </FormDrawer>
  );
}
