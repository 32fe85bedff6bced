import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useUpdate } from '../../data/changes.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import type { Person } from './career.ts';

export interface PersonDrawerProps {
  readonly person: Person;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const members = ['givenName', 'familyName', 'email', 'phoneNumber', 'employeeNumber', 'remoteId'];

export function EditDrawer({ person, etag, isOpen, onClose }: PersonDrawerProps & { readonly etag: string }) {
  const t = useTexts(peopleTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(employees, { alsoChanges: [employeeAttributes] });
  return (
    <FormDrawer title={t.editTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <ResourceForm
        resource={employees}
        operation="update"
        members={members}
        initial={person}
        error={update.error}
        isBusy={update.isPending}
        onCancel={onClose}
        onSubmit={(patch) =>
          update.mutate(
            { id: person.id, etag, patch },
            {
              onSuccess: () => {
                notify(saved);
                onClose();
              },
            },
          )
        }
      />
    </FormDrawer>
  );
}
