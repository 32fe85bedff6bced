import { departments } from '@muster/contract/resources/departments.ts';
import { useState } from 'react';
import { useCreate, useUpdate } from '../../data/changes.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { ResourceFacts } from '../../resource/resource-facts.tsx';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { organizationTexts } from '../../texts/organization.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Department } from './department-tree.ts';

/** A new department below another or at the root, or an existing one. */
export type Opened = { readonly below: Department | null } | { readonly edited: Department };

interface DepartmentDrawerProps {
  readonly opened: Opened | null;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

const members = ['name', 'manager', 'description', 'remoteId'];

export function DepartmentDrawer({ opened, mayChange, onClose }: DepartmentDrawerProps) {
  const t = useTexts(organizationTexts).departments;
  const edited = opened && 'edited' in opened ? opened.edited : null;
  const below = opened && 'below' in opened ? opened.below : null;
  const isChangeable = mayChange && edited?.owningApplication === null;
  const addTitle = below ? t.addBelowTitle(below.name) : t.addTitle;
  const editTitle = edited && (isChangeable ? t.editTitle(edited.name) : edited.name);
  return (
    <FormDrawer title={editTitle ?? addTitle} isOpen={opened !== null} onClose={onClose} size="md">
      {opened && !edited && <Adding below={below} onClose={onClose} />}
      {edited && isChangeable && <Editing id={edited.id} onClose={onClose} />}
      {edited && !isChangeable && (
        <ResourceFacts resource={departments} value={edited} members={[...members, 'level']} />
      )}
    </FormDrawer>
  );
}

function Adding({ below, onClose }: { readonly below: Department | null; readonly onClose: () => void }) {
  const { created } = useTexts(shellTexts);
  const create = useCreate(departments);
  const done = () => {
    notify(created);
    onClose();
  };
  return (
    <ResourceForm
      resource={departments}
      operation="create"
      members={members}
      error={create.error}
      isBusy={create.isPending}
      onCancel={onClose}
      onSubmit={(body) => create.mutate({ ...body, parent: below ? { id: below.id } : null }, { onSuccess: done })}
    />
  );
}

interface EditingProps {
  readonly id: string;
  readonly onClose: () => void;
}

function Editing({ id, onClose }: EditingProps) {
  const found = useOne(departments, id);
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  return found.data ? <EditForm id={id} read={found.data} onClose={onClose} /> : <LoadingRows />;
}

function EditForm({ id, read, onClose }: EditingProps & { readonly read: Held<typeof departments> }) {
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(departments);
  // The version when it was opened: a concurrent change is refused, not overwritten.
  const [{ value, etag }] = useState(read);
  const done = () => {
    notify(saved);
    onClose();
  };
  return (
    <ResourceForm
      resource={departments}
      operation="update"
      members={members}
      initial={value}
      error={update.error}
      isBusy={update.isPending}
      onCancel={onClose}
      onSubmit={(patch) => update.mutate({ id, etag, patch }, { onSuccess: done })}
    />
  );
}
