/** The forms that create and change a row; errors are shown at their fields. */
import type { Representation } from '@muster/client/collection.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { type ReactNode, useState } from 'react';
import { useCreate, useUpdate } from '../data/changes.ts';
import type { Held } from '../data/queries.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { notify } from '../ui/notify.ts';
import { useChangePreview } from './change-preview.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import type { AnyRow } from './naming.ts';
import { type FormValues, ResourceForm } from './resource-form.tsx';

/** The inputs of a page. */
export interface Inputs {
  readonly members: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
}

interface WritingProps<R extends Resource> {
  readonly resource: R;
  readonly inputs: Inputs;
  readonly alsoChanges?: readonly Resource[];
  readonly onCancel: () => void;
}

interface CreationFormProps<R extends Resource> extends WritingProps<R> {
  /** Initial values of a new one. */
  readonly initial?: FormValues;
  /** Adds members that nobody enters. */
  readonly completed?: (body: Create<R>) => Create<R>;
  /** Called with members that are shown once. */
  readonly onMade: (made: Representation<R>) => void;
}

export function CreationForm<R extends Resource>(props: CreationFormProps<R>) {
  const { resource, inputs, alsoChanges = [], initial, completed = (body) => body, onCancel, onMade } = props;
  const create = useCreate(resource, { alsoChanges });
  return (
    <ResourceForm
      {...inputs}
      resource={resource}
      operation="create"
      {...(initial && { initial })}
      error={create.error}
      isBusy={create.isPending}
      onCancel={onCancel}
      onSubmit={(body: Create<R>) => create.mutate(completed(body), { onSuccess: onMade })}
    />
  );
}

interface ChangeFormProps<R extends Resource> extends WritingProps<R> {
  readonly held: Held<R>;
  readonly onChanged: () => void;
}

export function ChangeForm<R extends Resource>(props: ChangeFormProps<R>) {
  const { resource, inputs, alsoChanges = [], onCancel, onChanged } = props;
  // As it was when it was opened: a change by somebody else meanwhile is refused by its version, not undone unseen.
  const [held] = useState(props.held);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(resource, { alsoChanges });
  const row = rowOf(held.value);
  const done = () => {
    notify(saved);
    onChanged();
  };
  const save = (patch: Patch<R>) => update.mutate({ id: row.id, etag: held.etag, patch }, { onSuccess: done });
  const preview = useChangePreview(resource, row.id, save);
  return (
    <>
      <ResourceForm
        {...inputs}
        resource={resource}
        operation="update"
        initial={row}
        error={preview.error ?? update.error}
        isBusy={preview.isBusy || update.isPending}
        onCancel={onCancel}
        onSubmit={preview.submit}
      />
      {preview.dialog}
    </>
  );
}

/** Every representation has an id; the rest is read by name. */
export const rowOf = (value: unknown): AnyRow => value as AnyRow;
