/** Creates a client application, or changes its rights. */
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import type { Held } from '../../data/queries.ts';
import { ChangeForm, CreationForm, type Inputs } from '../../resource/writing-forms.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { EstablishmentsInput } from './establishments-input.tsx';
import { ScopePicker } from './scope-picker.tsx';

export type Application = Omit<Read<typeof clientApplications>, 'links' | 'embedded'>;

const members = ['name', 'technicalContact', 'businessEstablishments', 'scopes'];

const custom = {
  scopes: ScopePicker,
  businessEstablishments: EstablishmentsInput,
};

function useInputs(): Inputs {
  const t = useTexts(applicationTexts);
  const hints = { name: t.nameHint, technicalContact: t.contactHint };
  return { members, custom, hints, labels: { scopes: t.scopes } };
}

interface DeclareDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the secret, which is not shown again. */
  readonly onDeclared: (application: Application) => void;
}

export function DeclareDrawer({ isOpen, onClose, onDeclared }: DeclareDrawerProps) {
  const t = useTexts(applicationTexts);
  const inputs = useInputs();
  const declared = (application: Application) => {
    onClose();
    onDeclared(application);
  };
  return (
    <FormDrawer title={t.create} isOpen={isOpen} onClose={onClose} size="xl">
      <CreationForm
        resource={clientApplications}
        inputs={inputs}
        initial={{ scopes: [], businessEstablishments: null }}
        onCancel={onClose}
        onMade={declared}
      />
    </FormDrawer>
  );
}

interface EditDrawerProps {
  readonly held: Held<typeof clientApplications>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EditDrawer({ held, isOpen, onClose }: EditDrawerProps) {
  const t = useTexts(applicationTexts);
  const inputs = useInputs();
  return (
    <FormDrawer title={t.editTitle(held.value.name)} isOpen={isOpen} onClose={onClose} size="xl">
      <ChangeForm resource={clientApplications} inputs={inputs} held={held} onCancel={onClose} onChanged={onClose} />
    </FormDrawer>
  );
}
