/**
 * The version that a form changes. If somebody else has changed it meanwhile, both versions are shown side by side, and the
 * person takes either: nothing is overwritten unseen, and nothing that was entered is lost.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isOutdated } from '../data/problems.ts';
import { type Held, oneOptions } from '../data/queries.ts';
import { useDraftBase } from '../form/use-form.ts';
import { formTexts } from '../texts/form.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type FormValues, formName } from './resource-form.tsx';
import { changeable, isSame, membersOf, VersionTable } from './version-table.tsx';

interface Conflict<R extends Resource> {
  readonly patch: Patch<R>;
  readonly theirs: Held<R>;
  readonly done: () => void;
}

type Save<R extends Resource> = (patch: Patch<R>, etag: string, done: () => void) => void;

interface Labelled {
  readonly labels?: Readonly<Record<string, string>>;
}

export function useVersions<R extends Resource>(resource: R, opened: Held<R>, { labels = {} }: Labelled) {
  const id = String(membersOf(opened.value).id);
  const client = useQueryClient();
  // The base of a draft is the version that its form has stored.
  const drafted = useDraftBase(formName(resource, 'update', id)) as Held<R> | null;
  const [held, setHeld] = useState(drafted ?? opened);
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);
  const compare = async (error: unknown, patch: Patch<R>, done: () => void) => {
    if (!isOutdated(error)) return;
    const theirs = await client.fetchQuery({ ...oneOptions(resource, id), staleTime: 0 });
    setConflict({ patch, theirs, done });
  };
  const dialog = (save: Save<R>): ReactNode =>
    conflict && (
      <ConflictDialog
        resource={resource}
        labels={labels}
        before={membersOf(held.value)}
        mine={membersOf(conflict.patch)}
        theirs={membersOf(conflict.theirs.value)}
        onClose={() => setConflict(null)}
        onMine={() => {
          setConflict(null);
          save(conflict.patch, conflict.theirs.etag, conflict.done);
        }}
        onTheirs={() => {
          conflict.done();
          setConflict(null);
          setHeld(conflict.theirs);
        }}
      />
    );
  return { held, setHeld, conflict, compare, dialog };
}

interface ConflictDialogProps {
  readonly resource: Resource;
  readonly labels: Readonly<Record<string, string>>;
  readonly before: FormValues;
  readonly mine: FormValues;
  readonly theirs: FormValues;
  readonly onClose: () => void;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

function ConflictDialog(props: ConflictDialogProps) {
  const { resource, labels, before, mine, theirs } = props;
  const t = useTexts(formTexts).conflict;
  const isTheirs = (name: string) => name in mine || !isSame(before[name], theirs[name]);
  const names = changeable(resource).filter(isTheirs);
  const isMerged = names.every((name) => !(name in mine) || isSame(before[name], theirs[name]));
  return (
    <Dialog isOpen onClose={props.onClose} size="lg" title={t.title}>
      <Stack gap="md">
        <Text size="sm">{isMerged ? t.merged : t.about}</Text>
        <VersionTable
          {...{ resource, labels, names }}
          one={{ ...theirs, ...mine }}
          other={theirs}
          headers={[t.mine, t.theirs]}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onTheirs} data-autofocus>
            {t.takeTheirs}
          </Button>
          <Button onClick={props.onMine}>{t.takeMine}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
