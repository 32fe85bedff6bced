/**
 * The drawer in which a row of a plain resource is made, changed, archived and deleted, or only read where the role
 * opens no more. Refusals stand at their fields, or beside the button that was refused.
 */
import { Button, Group, Stack } from '@mantine/core';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { type ReactNode, useState } from 'react';
import { useCreate, useRemove, useUpdate } from '../data/changes.ts';
import { type Held, useOne } from '../data/queries.ts';
import { useMay } from '../session.tsx';
import { organizationTexts } from '../texts/organization.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../ui/states.tsx';
import { tell } from '../ui/told.ts';
import type { FieldInputProps } from './field-input.tsx';
import { type AnyRow, nameOf } from './naming.ts';
import { ResourceFacts } from './resource-facts.tsx';
import { type FormValues, ResourceForm } from './resource-form.tsx';

/** What a page says of the form. */
export interface Editing<R extends Resource> {
  readonly resource: R;
  /** Members that are entered; archival has its own button. */
  readonly members: readonly string[];
  readonly addTitle: string;
  /** What a new one begins with. */
  readonly initial?: FormValues;
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  readonly alsoChanges?: readonly Resource[];
}

interface ResourceEditorProps<R extends Resource> extends Editing<R> {
  /** An id, `new`, or nothing: closed. */
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
      {id !== undefined && found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {id !== undefined && !held && !found.isError && <LoadingRows />}
      {held && mayChange && <Change {...props} held={held} />}
      {held && !mayChange && <ResourceFacts {...props} value={held.value} />}
    </FormDrawer>
  );
}

/** Every representation has an id; the rest is read by name. */
const rowOf = (value: unknown): AnyRow => value as AnyRow;

const formOf = <R extends Resource>({ members, labels, hints, custom }: Editing<R>) => ({
  members,
  ...(labels && { labels }),
  ...(hints && { hints }),
  ...(custom && { custom }),
});

function Creation<R extends Resource>(props: ResourceEditorProps<R>) {
  const { resource, alsoChanges = [], initial, onClose } = props;
  const { created } = useTexts(shellTexts);
  const create = useCreate(resource, { alsoChanges });
  const done = () => {
    tell(created);
    onClose();
  };
  return (
    <ResourceForm
      {...formOf(props)}
      resource={resource}
      operation="create"
      {...(initial && { initial })}
      error={create.error}
      isBusy={create.isPending}
      onCancel={onClose}
      onSubmit={(body: Create<R>) => create.mutate(body, { onSuccess: done })}
    />
  );
}

interface ChangeProps<R extends Resource> extends ResourceEditorProps<R> {
  readonly held: Held<R>;
}

function Change<R extends Resource>(props: ChangeProps<R>) {
  const { resource, alsoChanges = [], onClose } = props;
  // As it was when it was opened: a change by somebody else meanwhile is refused by its version, not undone unseen.
  const [held] = useState(props.held);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(resource, { alsoChanges });
  const row = rowOf(held.value);
  const done = () => {
    tell(saved);
    onClose();
  };
  return (
    <Stack gap="lg">
      <ResourceForm
        {...formOf(props)}
        resource={resource}
        operation="update"
        initial={row}
        error={update.error}
        isBusy={update.isPending}
        onCancel={onClose}
        onSubmit={(patch: Patch<R>) => update.mutate({ id: row.id, etag: held.etag, patch }, { onSuccess: done })}
      />
      <Endings {...props} />
    </Stack>
  );
}

/** Archiving, bringing back, deleting. */
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
  const told = (sentence: string) => () => {
    tell(sentence);
    onClose();
  };
  // Only resources that know archival have the button.
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
                { onSuccess: told(row.isArchived === true ? t.unarchivedDone : t.archivedDone) },
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
        onConfirm={() => remove.mutate({ id: row.id, etag: held.etag }, { onSuccess: told(shell.removed) })}
        onClose={() => setRemoving(false)}
      />
    </Stack>
  );
}
