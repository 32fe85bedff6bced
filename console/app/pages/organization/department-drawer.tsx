import { departments } from '@muster/contract/resources/departments.ts';
import { useOne } from '../../data/queries.ts';
import { HistoryTabs } from '../../history/history-tabs.tsx';
import { ResourceFacts } from '../../resource/resource-facts.tsx';
import { ChangeForm, CreationForm } from '../../resource/writing-forms.tsx';
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
      {edited && (
        <HistoryTabs resource={departments} id={edited.id}>
          {isChangeable ? (
            <Editing id={edited.id} onClose={onClose} />
          ) : (
            <ResourceFacts resource={departments} value={edited} members={[...members, 'level']} />
          )}
        </HistoryTabs>
      )}
    </FormDrawer>
  );
}

function Adding({ below, onClose }: { readonly below: Department | null; readonly onClose: () => void }) {
  const { created } = useTexts(shellTexts);
  return (
    <CreationForm
      resource={departments}
      inputs={{ members }}
      completed={(body) => ({ ...body, parent: below ? { id: below.id } : null })}
      onCancel={onClose}
      onMade={() => {
        notify(created);
        onClose();
      }}
    />
  );
}

interface EditingProps {
  readonly id: string;
  readonly onClose: () => void;
}

function Editing({ id, onClose }: EditingProps) {
  const found = useOne(departments, id);
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  return (
    <ChangeForm resource={departments} inputs={{ members }} held={found.data} onCancel={onClose} onChanged={onClose} />
  );
}
