/** A resource may say before a change what would come of it: the person confirms the change once they know. */
import { Text } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useState } from 'react';
import { useMutation } from '../data/mutation.ts';
import { send } from '../data/service.ts';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/texts.ts';
import { workingTimeTexts } from '../texts/working-time.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface Preview {
  readonly changedLeavesCount: number;
  readonly keptLeavesCount: number;
  readonly isComplete: boolean;
}

async function previewOf(resource: Resource, id: string, patch: object): Promise<Preview> {
  const { body } = await send({ method: 'PATCH', path: `${addressOf(resource)}/${id}?dryRun=true`, body: patch });
  return body as Preview;
}

interface Wanted<R extends Resource> {
  readonly patch: Patch<R>;
  /** Releases the form once it is saved. */
  readonly done: () => void;
}

/** Saves at once if there is nothing to say; otherwise after the dialog, which the form shows. */
export function useChangePreview<R extends Resource>(
  resource: R,
  id: string,
  save: (patch: Patch<R>, done: () => void) => void,
) {
  const [asked, setAsked] = useState<(Wanted<R> & { readonly preview: Preview }) | null>(null);
  const looking = useMutation({
    mutationFn: async (wanted: Wanted<R>) => ({ ...wanted, preview: await previewOf(resource, id, wanted.patch) }),
    onSuccess: (found) => {
      const { changedLeavesCount, keptLeavesCount } = found.preview;
      if (changedLeavesCount + keptLeavesCount === 0) save(found.patch, found.done);
      else setAsked(found);
    },
  });
  const close = () => setAsked(null);
  const dialog = asked && (
    <PreviewDialog
      preview={asked.preview}
      onClose={close}
      onConfirm={() => {
        close();
        save(asked.patch, asked.done);
      }}
    />
  );
  const submit = (patch: Patch<R>, done: () => void) =>
    resource.preview ? looking.mutate({ patch, done }) : save(patch, done);
  return { submit, dialog, error: looking.error, isBusy: looking.isPending };
}

interface PreviewDialogProps {
  readonly preview: Preview;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function PreviewDialog({ preview, onConfirm, onClose }: PreviewDialogProps) {
  const t = useTexts(workingTimeTexts).preview;
  const { number } = useFormats();
  const { changedLeavesCount, keptLeavesCount, isComplete } = preview;
  return (
    <ConfirmDialog isOpen title={t.title} isHarmless confirmLabel={t.confirm} onConfirm={onConfirm} onClose={onClose}>
      <Text size="sm">{t.changed(number(changedLeavesCount))}</Text>
      {keptLeavesCount > 0 && <Text size="sm">{t.kept(number(keptLeavesCount))}</Text>}
      {!isComplete && <Text size="sm">{t.incomplete}</Text>}
    </ConfirmDialog>
  );
}
