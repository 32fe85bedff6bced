/** Archives and deletes departments; an error is shown at the department. */
import { departments } from '@muster/contract/resources/departments.ts';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { fieldErrorsIn, sentenceOf } from '../../data/problems.ts';
import { useLanguage } from '../../texts/language.tsx';
import { organizationTexts } from '../../texts/organization.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/notify.ts';
import type { Department } from './department-tree.ts';

export function useArchival(): (department: Department) => void {
  const t = useTexts(organizationTexts);
  const { locale } = useLanguage();
  const update = useUpdate(departments);
  return ({ id, name, isArchived }) =>
    update.mutate(
      { id, patch: { isArchived: !isArchived } },
      {
        onSuccess: () => notify(isArchived ? t.unarchivedDone : t.archivedDone),
        onError: (error) => {
          const [why = sentenceOf(error, locale)] = Object.values(fieldErrorsIn(error));
          notifyError(`${name}: ${why}`);
        },
      },
    );
}

interface DepartmentRemovalProps {
  readonly department: Department | null;
  readonly onClose: () => void;
}

export function DepartmentRemoval({ department, onClose }: DepartmentRemovalProps) {
  const t = useTexts(shellTexts);
  const remove = useRemove(departments);
  const close = () => {
    remove.reset();
    onClose();
  };
  const done = () => {
    notify(t.removed);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={department !== null}
      title={t.confirmRemoval(department?.name ?? '')}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => department && remove.mutate({ id: department.id }, { onSuccess: done })}
      onClose={close}
    />
  );
}
