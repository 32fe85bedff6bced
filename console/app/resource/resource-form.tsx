/**
 * A form for a creation or a change, from the declaration: members, required members, and their inputs. A change sends
 * only changed members; errors of the service are shown at their fields.
 */
import { Stack } from '@mantine/core';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { prepared, useEntryCheck } from '../form/entry-check.ts';
import { Form } from '../form/form.tsx';
import { type FormState, useForm } from '../form/use-form.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { FieldGroup } from './field-group.tsx';
import type { FieldInputProps } from './field-input-props.ts';

export type FormValues = Readonly<Record<string, unknown>>;

interface Shared {
  /** The members, in this order, which may depend on what was entered; by default all writable ones. */
  readonly members?: readonly string[] | ((values: FormValues) => readonly string[]);
  /** Members that are required here, whatever the declaration says. */
  readonly required?: readonly string[];
  /** Labels that differ from the usual ones. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  /** Inputs that the page provides. */
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  /** More content between the fields and the buttons, for the current entries. */
  readonly children?: ReactNode | ((values: FormValues) => ReactNode);
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCancel?: () => void;
  readonly submitLabel?: string;
  /** More buttons, apart from those that send and cancel. */
  readonly otherButtons?: ReactNode;
  /** What the form changes, with its version; stored with a draft. */
  readonly base?: unknown;
}

/** `done` releases the form before it closes: its entries are saved. */
type Submit<Body> = (body: Body, done: () => void) => void;

/** Initial values may depend on what was entered: those of a new position depend on its first day. */
export type Initial = FormValues | ((entered: FormValues) => FormValues);

export type ResourceFormProps<R extends Resource> = Shared & { readonly resource: R } & (
    | { readonly operation: 'create'; readonly initial?: Initial; readonly onSubmit: Submit<Create<R>> }
    | { readonly operation: 'update'; readonly initial: FormValues; readonly onSubmit: Submit<Patch<R>> }
  );

export const formName = ({ type }: Resource, operation: 'create' | 'update', id: unknown): string =>
  `${window.location.pathname} ${type} ${operation} ${String(id ?? '')}`;

export function ResourceForm<R extends Resource>(props: ResourceFormProps<R>) {
  const { resource, operation, base } = props;
  const initialOf = (entered: FormValues) =>
    typeof props.initial === 'function' ? props.initial(entered) : (props.initial ?? {});
  const form = useForm<FormValues>({
    name: formName(resource, operation, initialOf({}).id),
    initial: {},
    isChanged: (entered) => {
      const initial = initialOf(entered);
      return Object.keys(changed(initial, entered, namesOf(props, { ...initial, ...entered }))).length > 0;
    },
    base,
  });
  return <ResourceFields {...props} form={form} initial={initialOf(form.values)} />;
}

type ResourceFieldsProps<R extends Resource> = Omit<ResourceFormProps<R>, 'initial'> & {
  readonly initial: FormValues;
  readonly form: FormState<FormValues>;
};

function ResourceFields<R extends Resource>(props: ResourceFieldsProps<R>) {
  const { resource, operation, initial, form, error, isBusy, children, required, labels } = props;
  const t = useTexts(shellTexts);
  const check = useEntryCheck();
  const values = { ...initial, ...form.values };
  const names = namesOf(props, values);
  const submit = () => {
    const entered = prepared(resource.fields, values);
    const sent = operation === 'create' ? given(entered, names) : changed(initial, entered, names);
    // The inputs follow the declaration; the service checks the rest.
    (props.onSubmit as Submit<object>)(sent, form.release);
  };
  return (
    <Form
      form={form}
      error={error}
      isBusy={isBusy}
      check={() => check({ fields: resource.fields, names, values, ...(required && { required }) })}
      onSubmit={submit}
      submitLabel={props.submitLabel ?? (operation === 'create' ? t.create : t.save)}
      otherButtons={props.otherButtons}
      {...(props.onCancel && { onCancel: props.onCancel })}
      {...(labels && { labels })}
    >
      <Stack gap="sm">
        <FieldGroup
          fields={resource.fields}
          names={names}
          values={values}
          onChange={(name, value) => form.change((held) => ({ ...held, [name]: value }))}
          {...(required && { required })}
          {...wordsOf(props)}
        />
        {typeof children === 'function' ? children(values) : children}
      </Stack>
    </Form>
  );
}

function namesOf(
  {
    resource,
    operation,
    members,
  }: Pick<Shared, 'members'> & { readonly resource: Resource; readonly operation: 'create' | 'update' },
  values: FormValues,
): readonly string[] {
  const chosen = typeof members === 'function' ? members(values) : members;
  const writable = Object.entries<Field>(resource.fields).filter(([, field]) => field[operation] !== 'absent');
  return chosen?.filter((name) => writable.some(([known]) => known === name)) ?? writable.map(([name]) => name);
}

const wordsOf = ({ labels, hints, custom }: Pick<Shared, 'labels' | 'hints' | 'custom'>) => ({
  ...(labels && { labels }),
  ...(hints && { hints }),
  ...(custom && { custom }),
});

/** Untouched members are omitted, so that the service's defaults apply. */
const given = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => names.includes(name) && value !== undefined && value !== ''),
  );

export const changed = (before: FormValues, after: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => names.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
