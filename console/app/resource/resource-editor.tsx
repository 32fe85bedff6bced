/**
 * The drawer that creates, changes, archives and deletes a row of a plain resource, or only shows it if the role allows
 * no more. Errors are shown at their fields, or next to the button.
 */
import { Button, Group, Stack } from '@mantine/core';
import type { Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useState } from 'react';
import { useRemove, useUpdate } from '../data/changes.ts';
import { type Held, useOne } from '../data/queries.ts';
import { HistoryTabs } from '../history/history-tabs.tsx';
import { useMay } from '../session.tsx';
import { organizationTexts } from '../texts/organization.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { notify } from '../ui/notify.ts';
import { LoadingRows, ProblemNotice } from '../ui/states.tsx';
import { nameOf } from './naming.ts';
import { ResourceFacts } from './resource-facts.tsx';
import type { FormValues } from './resource-form.tsx';
import { ChangeForm, CreationForm, type Inputs, rowOf } from './writing-forms.tsx';

/** The form of a page; archiving has its own button. */
export interface Editing<R extends Resource> extends Inputs {
  readonly resource: R;
  readonly addTitle: string;
  /** Initial values of a new one. */
  readonly initial?: FormValues;
  readonly alsoChanges?: readonly Resource[];
}

interface ResourceEditorProps<R extends Resource> extends Editing<R> {
  /** An id, `new`, or undefined: closed. */
  readonly opened: string | undefined;
  readonly onClose: () => void;
}

export const newOne = 'new';

export function ResourceEditor<R extends Resource>(props: ResourceEditorProps<R>) {
  const { resource, opened, onClose, addTitle } = props;
  const t = useTexts(organizationTexts);
  const may = useMay();
  const id = opened === newOne ? undefined : opened;
  const found = useOne(resource, id);
  const held = id === undefined ? undefined : found.data;
  const name = held ? nameOf(rowOf(held.value)) : '';
  const mayChange = may(resource, 'update');
  const title = opened === newOne ? addTitle : mayChange ? t.edit(name) : name;
  return (
    <FormDrawer title={title} isOpen={opened !== undefined} onClose={onClose}>
      {opened === newOne && <Creation {...props} />}
      {id !== undefined && found.isLoadingError && (
        <ProblemNotice error={found.error} onRetry={() => found.refetch()} />
      )}
      {id !== undefined && !held && !found.isLoadingError && <LoadingRows />}
      {held && id !== undefined && (
        <HistoryTabs resource={resource} id={id}>
          {mayChange ? <Change {...props} held={held} /> : <ResourceFacts {...props} value={held.value} />}
        </HistoryTabs>
      )}
    </FormDrawer>
  );
}

const inputsOf = <R extends Resource>({ members, labels, hints, custom }: Editing<R>): Inputs => ({
  members,
  ...(labels && { labels }),
  ...(hints && { hints }),
  ...(custom && { custom }),
});

function Creation<R extends Resource>(props: ResourceEditorProps<R>) {
  const { resource, alsoChanges = [], initial, onClose } = props;
  const { created } = useTexts(shellTexts);
  const done = () => {
    notify(created);
    onClose();
  };
  return (
    <CreationForm
      resource={resource}
      inputs={inputsOf(props)}
      alsoChanges={alsoChanges}
      {...(initial && { initial })}
      onCancel={onClose}
      onMade={done}
    />
  );
}

interface ChangeProps<R extends Resource> extends ResourceEditorProps<R> {
  readonly held: Held<R>;
}

function Change<R extends Resource>(props: ChangeProps<R>) {
  const { resource, alsoChanges = [], held, onClose } = props;
  return (
    <ChangeForm
      resource={resource}
      inputs={inputsOf(props)}
      alsoChanges={alsoChanges}
      held={held}
      onCancel={onClose}
      onChanged={onClose}
      otherButtons={<Endings {...props} />}
    />
  );
}

/** Archive, restore, delete. */
function Endings<R extends Resource>({ resource, alsoChanges = [], held, onClose }: ChangeProps<R>) {
  const t = useTexts(organizationTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  const update = useUpdate(resource, { alsoChanges });
  const remove = useRemove(resource, { alsoChanges });
  const [isRemoving, setRemoving] = useState(false);
  const row = rowOf(held.value);
  const isArchivable = resource.fields.isArchived !== undefined;
  const mayRemove = may(resource, 'remove');
  const display = (sentence: string) => () => {
    notify(sentence);
    onClose();
  };
  // Only resources that can be archived have the button.
  const archival = { isArchived: row.isArchived !== true } as unknown as Patch<R>;
  if (!isArchivable && !mayRemove) return null;
  return (
    <Stack gap="xs">
      {update.error && <ProblemNotice error={update.error} />}
      <Group gap="xs">
        {isArchivable && (
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate(
                { id: row.id, etag: held.etag, patch: archival },
                { onSuccess: display(row.isArchived === true ? t.unarchivedDone : t.archivedDone) },
              )
            }
          >
            {row.isArchived === true ? t.unarchive : t.archive}
          </Button>
        )}
        {mayRemove && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {shell.delete}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={isRemoving}
        title={shell.confirmRemoval(nameOf(row))}
        error={remove.error}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ id: row.id, etag: held.etag }, { onSuccess: display(shell.removed) })}
        onClose={() => setRemoving(false)}
      />
    </Stack>
  );
}
