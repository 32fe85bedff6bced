/**
 * Deletes a position or an employment after the timeline that follows was shown. It deletes the version that the person
 * saw: if somebody else has changed it meanwhile, both versions are shown, and the person decides again.
 */
import { Stack, Text } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { isOutdated } from '../../data/problems.ts';
import { type Held, oneOptions, useOne } from '../../data/queries.ts';
import type { Undo } from '../../data/steps.ts';
import { changeable, isSame, membersOf, VersionTable } from '../../resource/version-table.tsx';
import { formTexts } from '../../texts/form.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Career } from './career.ts';
import type { RemovalOpening } from './career-correction.tsx';
import { type DraftCareer, draftOf } from './career-preview.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { useUndoable } from './use-undoable.ts';

interface RemovalDialogProps extends RemovalOpening {
  readonly career: Career;
  readonly resource: Resource;
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly removedMessage: string;
  readonly after: DraftCareer;
  /** Deletes this version. */
  readonly remove: (etag: string) => Promise<Undo>;
}

export function RemovalDialog(props: RemovalDialogProps) {
  const { career, resource, id, title, about, removedMessage, after, remove, isOpen, onClose, onRemoved } = props;
  const t = useTexts(formTexts).conflict;
  const { report, refresh } = useUndoable();
  const versions = useSeenVersions(resource, id, isOpen);
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: async (undo) => {
      report(removedMessage, undo);
      onClose();
      onRemoved();
      await refresh();
    },
    // The undo makes again what is deleted: the career must be as new as the version.
    onError: (error) => isOutdated(error) && Promise.all([versions.compare(), refresh()]),
  });
  const close = () => {
    removing.reset();
    onClose();
  };
  const { seen, now } = versions;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={now ? t.title : title}
      error={isOutdated(removing.error) && now ? null : (removing.error ?? versions.error)}
      isBusy={removing.isPending || (isOpen && seen === null && versions.error === null)}
      {...(now && { confirmLabel: t.deleteAnyway })}
      onConfirm={() => seen && removing.mutate((now ?? seen).etag)}
      onClose={close}
    >
      <Stack gap="sm">
        {now && seen ? <Difference resource={resource} seen={seen} now={now} /> : about}
        <TimelinePreview before={draftOf(career)} after={after} />
      </Stack>
    </ConfirmDialog>
  );
}

/** The version of the moment in which the dialog was opened, whatever is read later, and the one that replaced it. */
function useSeenVersions(resource: Resource, id: string, isOpen: boolean) {
  const client = useQueryClient();
  const found = useOne(resource, isOpen ? id : undefined);
  const [seen, setSeen] = useState<Held<Resource> | null>(null);
  const [now, setNow] = useState<Held<Resource> | null>(null);
  if (isOpen && found.data && seen === null) setSeen(found.data);
  if (!isOpen && seen !== null) {
    setSeen(null);
    setNow(null);
  }
  const compare = async () => setNow(await client.fetchQuery({ ...oneOptions(resource, id), staleTime: 0 }));
  return { seen, now, compare, error: found.error };
}

interface DifferenceProps {
  readonly resource: Resource;
  readonly seen: Held<Resource>;
  readonly now: Held<Resource>;
}

function Difference({ resource, seen, now }: DifferenceProps) {
  const t = useTexts(formTexts).conflict;
  const [one, other] = [membersOf(seen.value), membersOf(now.value)];
  const names = changeable(resource).filter((name) => !isSame(one[name], other[name]));
  return (
    <>
      <Text size="sm">{t.aboutDeleted}</Text>
      <VersionTable resource={resource} names={names} one={one} other={other} headers={[t.seen, t.now]} />
    </>
  );
}
