import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useOne } from '../../data/queries.ts';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import type { Person } from './career.ts';

export interface PersonDrawerProps {
  readonly person: Person;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const members = ['givenName', 'familyName', 'email', 'phoneNumber', 'employeeNumber', 'remoteId'];

export function EditDrawer({ person, isOpen, onClose }: PersonDrawerProps) {
  const t = useTexts(peopleTexts);
  const held = useOne(employees, isOpen ? person.id : undefined);
  return (
    <FormDrawer title={t.editTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      {held.data ? (
        <ChangeForm
          resource={employees}
          inputs={{ members }}
          alsoChanges={[employeeAttributes]}
          held={held.data}
          onCancel={onClose}
          onChanged={onClose}
        />
      ) : (
        <LoadingRows />
      )}
    </FormDrawer>
  );
}
