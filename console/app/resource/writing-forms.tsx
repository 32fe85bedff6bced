/** The forms that create and change a row; errors are shown at their fields. */
import type { Representation, Versioned } from '@muster/client/collection.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { useCreate, useUpdate } from '../data/changes.ts';
import type { Held } from '../data/queries.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { notify } from '../ui/notify.ts';
import { useChangePreview } from './change-preview.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import { FileOwnerContext } from './file-value.tsx';
import type { AnyRow } from './naming.ts';
import { type FormValues, type Initial, ResourceForm } from './resource-form.tsx';
import { useVersions } from './versions.tsx';

/** The inputs of a page. */
export interface Inputs {
  readonly members: readonly string[];
  /** Members that are required here, whatever the declaration says. */
  readonly required?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
}

/** In a form, the members may depend on what was entered. */
interface FormInputs extends Omit<Inputs, 'members'> {
  readonly members: Inputs['members'] | ((values: FormValues) => readonly string[]);
}

interface WritingProps<R extends Resource> {
  readonly resource: R;
  readonly inputs: FormInputs;
  readonly alsoChanges?: readonly Resource[];
  readonly onCancel: () => void;
  readonly submitLabel?: string;
  readonly otherButtons?: ReactNode;
  /** More content between the fields and the buttons, for the current entries. */
  readonly children?: ReactNode | ((values: FormValues) => ReactNode);
}

interface CreationFormProps<R extends Resource> extends WritingProps<R> {
  /** Initial values of a new one. */
  readonly initial?: Initial;
  /** Adds members that nobody enters. */
  readonly completed?: (body: Create<R>) => Create<R>;
  /** Called with members that are shown once. */
  readonly onMade: (made: Versioned<Representation<R>>) => void;
}

export function CreationForm<R extends Resource>(props: CreationFormProps<R>) {
  const { resource, inputs, alsoChanges = [], initial, completed = (body) => body, onCancel, onMade } = props;
  const create = useCreate(resource, { alsoChanges });
  return (
    <ResourceForm
      {...inputs}
      {...moreOf(props)}
      resource={resource}
      operation="create"
      {...(initial && { initial })}
      error={create.error}
      isBusy={create.isPending}
      onCancel={onCancel}
      onSubmit={(body: Create<R>, done) =>
        create.mutate(completed(body), {
          onSuccess: (made) => {
            done();
            onMade(made);
          },
        })
      }
    />
  );
}

const moreOf = <R extends Resource>({ submitLabel, otherButtons, children }: WritingProps<R>) => ({
  ...(submitLabel !== undefined && { submitLabel }),
  ...(otherButtons !== undefined && { otherButtons }),
  ...(children !== undefined && { children }),
});

interface ChangeFormProps<R extends Resource> extends WritingProps<R> {
  readonly held: Held<R>;
  /** Shown once it is saved; by default that it is saved. */
  readonly notice?: string;
  /** Called with the new version. */
  readonly onChanged: (changed: Versioned<Representation<R>>, patch: Patch<R>) => void;
}

export function ChangeForm<R extends Resource>(props: ChangeFormProps<R>) {
  const { resource, inputs, alsoChanges = [], notice, onCancel, onChanged } = props;
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(resource, { alsoChanges });
  const id = rowOf(props.held.value).id;
  // As it was when it was opened: a change by somebody else meanwhile is refused by its version, not undone unseen.
  const versions = useVersions(resource, props.held, inputs);
  const save = (patch: Patch<R>, etag: string, done: () => void) =>
    update.mutate(
      { id, etag, patch },
      {
        onSuccess: (now) => {
          done();
          if (notice !== '') notify(notice ?? saved);
          onChanged(now, patch);
        },
        onError: (error) => versions.compare(error, patch, done),
      },
    );
  const preview = useChangePreview(resource, id, (patch, done) => save(patch, versions.held.etag, done));
  return (
    <FileOwnerContext value={{ resource, id }}>
      <ResourceForm
        key={versions.held.etag}
        {...inputs}
        {...moreOf(props)}
        resource={resource}
        operation="update"
        initial={rowOf(versions.held.value)}
        base={versions.held}
        error={versions.conflict ? null : (preview.error ?? update.error)}
        isBusy={preview.isBusy || update.isPending}
        onCancel={onCancel}
        onSubmit={preview.submit}
      />
      {preview.dialog}
      {versions.dialog(save)}
    </FileOwnerContext>
  );
}

/** Every representation has an id; the rest is read by name. */
export const rowOf = (value: unknown): AnyRow => value as AnyRow;
