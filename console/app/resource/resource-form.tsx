/**
 * A form for a creation or a change, from the declaration: members, required members, and their inputs. A change sends
 * only changed members; errors of the service are shown at their fields.
 */
import { Button, Group, Stack } from '@mantine/core';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldErrorsIn } from '../data/problems.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { ProblemNotice } from '../ui/states.tsx';
import { FieldGroup } from './field-group.tsx';
import type { FieldInputProps } from './field-input-props.ts';

export type FormValues = Readonly<Record<string, unknown>>;

interface Shared {
  /** The members, in this order; by default all writable ones. */
  readonly members?: readonly string[];
  /** Labels that differ from the usual ones. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  /** Inputs that the page provides. */
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  /** More inputs, between the fields and the buttons. */
  readonly children?: ReactNode;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCancel?: () => void;
  readonly submitLabel?: string;
}

export type ResourceFormProps<R extends Resource> = Shared & { readonly resource: R } & (
    | { readonly operation: 'create'; readonly initial?: FormValues; readonly onSubmit: (body: Create<R>) => void }
    | { readonly operation: 'update'; readonly initial: FormValues; readonly onSubmit: (patch: Patch<R>) => void }
  );

export function ResourceForm<R extends Resource>(props: ResourceFormProps<R>) {
  const { resource, operation, initial = {}, error, isBusy } = props;
  const t = useTexts(shellTexts);
  const [values, setValues] = useState<FormValues>(initial);
  const names = namesOf(props);
  const fieldErrors = fieldErrorsIn(error);
  const isPlaced = Object.keys(fieldErrors).some((path) =>
    names.some((name) => path === name || path.startsWith(`${name}.`)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = operation === 'create' ? given(values, names) : changed(initial, values, names);
    // The inputs follow the declaration; the service checks the rest.
    (props.onSubmit as (body: object) => void)(sent);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {error != null && !isPlaced && <ProblemNotice error={error} />}
        <FieldGroup
          fields={resource.fields}
          names={names}
          values={values}
          fieldErrors={fieldErrors}
          onChange={(name, value) => setValues((held) => ({ ...held, [name]: value }))}
          {...wordsOf(props)}
        />
        {props.children}
        <Group justify="flex-end" gap="xs" mt="xs">
          {props.onCancel && (
            <Button variant="default" onClick={props.onCancel}>
              {t.cancel}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {props.submitLabel ?? (operation === 'create' ? t.create : t.save)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function namesOf({
  resource,
  operation,
  members,
}: Pick<ResourceFormProps<Resource>, 'resource' | 'operation' | 'members'>): readonly string[] {
  const writable = Object.entries<Field>(resource.fields).filter(([, field]) => field[operation] !== 'absent');
  return members?.filter((name) => writable.some(([known]) => known === name)) ?? writable.map(([name]) => name);
}

const wordsOf = ({ labels, hints, custom }: Shared) => ({
  ...(labels && { labels }),
  ...(hints && { hints }),
  ...(custom && { custom }),
});

/** Untouched members are omitted, so that the service's defaults apply. */
const given = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => names.includes(name) && value !== undefined && value !== ''),
  );

const changed = (before: FormValues, after: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => names.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
