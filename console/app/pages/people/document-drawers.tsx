/** Adds a document, and replaces or edits one. */
import { Select, Stack, TextInput } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMutation } from '../../data/mutation.ts';
import { useOne } from '../../data/queries.ts';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { FileInput } from '../../resource/file-input.tsx';
import { useUndoable } from '../../resource/use-undoable.ts';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { documentTexts } from '../../texts/documents.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { LoadingRows } from '../../ui/states.tsx';
import { addDocument, type PersonDocument, useCategories } from './documents.ts';

interface NewDocumentDrawerProps {
  readonly isOpen: boolean;
  readonly employeeId: string;
  readonly onClose: () => void;
}

export function NewDocumentDrawer({ isOpen, ...props }: NewDocumentDrawerProps) {
  const t = useTexts(documentTexts);
  return (
    <FormDrawer title={t.add} isOpen={isOpen} onClose={props.onClose}>
      <NewDocumentForm {...props} />
    </FormDrawer>
  );
}

interface Entries {
  readonly category: string | null;
  readonly name: string;
  readonly file: { readonly id: string } | null;
  readonly expiresOn: string | null;
}

/** In the place of the id of a category. */
const another = 'new';

const affected = [employeeAttributes, employeeAttributeDefinitions, employees];

function NewDocumentForm({ employeeId, onClose }: Omit<NewDocumentDrawerProps, 'isOpen'>) {
  const t = useTexts(documentTexts);
  const { refresh } = useUndoable(affected);
  const form = useForm<Entries>({
    name: `new document ${employeeId}`,
    initial: { category: null, name: '', file: null, expiresOn: null },
  });
  const { category, name, file, expiresOn } = form.values;
  const add = useMutation({
    mutationFn: () =>
      addDocument({
        employeeId,
        category: category === another ? { name: name.trim() } : { id: category ?? '' },
        fileId: file?.id ?? '',
        expiresOn,
      }),
    onSettled: refresh,
  });
  const check = () => ({
    ...(category === null && { category: t.chooseCategory }),
    ...(category === another && name.trim() === '' && { name: t.nameCategory }),
    ...(file === null && { file: t.chooseFile }),
  });
  const submit = () =>
    add.mutate(undefined, {
      onSuccess: () => {
        form.release();
        notify(t.added);
        onClose();
      },
    });
  return (
    <Form
      form={form}
      error={add.error}
      isBusy={add.isPending}
      check={check}
      labels={{ category: t.category, name: t.categoryName, file: t.file, 'value.id': t.file }}
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t.add}
    >
      <NewDocumentFields
        entries={form.values}
        onChange={(changed) => form.change((held) => ({ ...held, ...changed }))}
      />
    </Form>
  );
}

interface NewDocumentFieldsProps {
  readonly entries: Entries;
  readonly onChange: (changed: Partial<Entries>) => void;
}

function NewDocumentFields({ entries, onChange }: NewDocumentFieldsProps) {
  const t = useTexts(documentTexts);
  const may = useMay();
  const { errorAt, correct } = useFormInputs();
  const categories = useCategories(may(employeeAttributeDefinitions, 'list'));
  const options = [
    ...categories,
    ...(may(employeeAttributeDefinitions, 'create') ? [{ value: another, label: t.newCategory }] : []),
  ];
  const set = (changed: Partial<Entries>) => {
    for (const path of Object.keys(changed)) correct(path);
    onChange(changed);
  };
  return (
    <Stack gap="sm">
      <div data-path="category">
        <Select
          label={t.category}
          data={options}
          value={entries.category}
          error={errorAt('category')}
          onChange={(category) => set({ category })}
          searchable={options.length > 8}
          withAsterisk
        />
      </div>
      {entries.category === another && (
        <div data-path="name">
          <TextInput
            label={t.categoryName}
            description={t.categoryHint}
            value={entries.name}
            error={errorAt('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            maxLength={255}
            withAsterisk
          />
        </div>
      )}
      <div data-path="file">
        <FileInput
          label={t.file}
          schema={{}}
          value={entries.file}
          isRequired
          errorAt={(path) => errorAt(path === '' ? 'file' : `value.${path}`)}
          onChange={(file) => set({ file: file as Entries['file'] })}
        />
      </div>
      <div data-path="expiresOn">
        <DayInput
          label={t.expiresOn}
          description={t.expiresHint}
          value={entries.expiresOn}
          isClearable
          onChange={(expiresOn) => set({ expiresOn })}
        />
      </div>
    </Stack>
  );
}

interface DocumentDrawerProps {
  /** Undefined: closed. */
  readonly document: PersonDocument | undefined;
  readonly onClose: () => void;
}

export function DocumentDrawer({ document, onClose }: DocumentDrawerProps) {
  return (
    <FormDrawer title={document?.category ?? ''} isOpen={document !== undefined} onClose={onClose}>
      {document?.owner.resource === employments && <EmploymentFile id={document.owner.id} onClose={onClose} />}
      {document?.owner.resource === jobPositions && <PositionFile id={document.owner.id} onClose={onClose} />}
    </FormDrawer>
  );
}

interface FileFormProps {
  readonly id: string;
  readonly onClose: () => void;
}

function EmploymentFile({ id, onClose }: FileFormProps) {
  const t = useTexts(documentTexts);
  const { data } = useOne(employments, id);
  if (!data) return <LoadingRows count={3} />;
  const inputs = { members: ['document'], labels: { document: t.file } };
  return <ChangeForm resource={employments} inputs={inputs} held={data} onCancel={onClose} onChanged={onClose} />;
}

function PositionFile({ id, onClose }: FileFormProps) {
  const t = useTexts(documentTexts);
  const { data } = useOne(jobPositions, id);
  if (!data) return <LoadingRows count={3} />;
  const inputs = { members: ['document'], labels: { document: t.file } };
  return <ChangeForm resource={jobPositions} inputs={inputs} held={data} onCancel={onClose} onChanged={onClose} />;
}
