/** Archives and deletes departments; an error is shown at the department. */
import { departments } from '@muster/contract/resources/departments.ts';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/notify.ts';
import type { Department } from './department-tree.ts';

export function useArchival(): (department: Department) => void {
  const t = useTexts(organizationTexts);
  const wordsOf = useErrorWords();
  const update = useUpdate(departments);
  return ({ id, name, isArchived }) =>
    update.mutate(
      { id, patch: { isArchived: !isArchived } },
      {
        onSuccess: () => notify(isArchived ? t.unarchivedDone : t.archivedDone),
        onError: (error) => notifyError(`${name}: ${wordsOf(error)}`),
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
