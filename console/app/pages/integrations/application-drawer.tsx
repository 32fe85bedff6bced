/** Declares a client application, or changes what is open to it. */
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { useCreate, useUpdate } from '../../data/changes.ts';
import type { Held } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { tell } from '../../ui/told.ts';
import { EstablishmentsInput } from './establishments-input.tsx';
import { ScopePicker } from './scope-picker.tsx';

export type Application = Omit<Read<typeof clientApplications>, 'links' | 'embedded'>;

const members = ['name', 'technicalContact', 'businessEstablishments', 'scopes'];

const custom = {
  scopes: ScopePicker,
  businessEstablishments: EstablishmentsInput,
};

function useWords() {
  const t = useTexts(applicationTexts);
  return { hints: { name: t.nameHint, technicalContact: t.contactHint }, labels: { scopes: t.scopes } };
}

interface DeclareDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the secret, which is not shown again. */
  readonly onDeclared: (application: Application) => void;
}

export function DeclareDrawer({ isOpen, onClose, onDeclared }: DeclareDrawerProps) {
  const t = useTexts(applicationTexts);
  const create = useCreate(clientApplications);
  const words = useWords();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.declare} isOpen={isOpen} onClose={close} size="xl">
      <ResourceForm
        resource={clientApplications}
        operation="create"
        members={members}
        initial={{ scopes: [], businessEstablishments: null }}
        custom={custom}
        {...words}
        error={create.error}
        isBusy={create.isPending}
        onCancel={close}
        onSubmit={(body) =>
          create.mutate(body, {
            onSuccess: (made) => {
              close();
              onDeclared(made);
            },
          })
        }
      />
    </FormDrawer>
  );
}

interface EditDrawerProps {
  readonly held: Held<typeof clientApplications>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EditDrawer({ held: { value, etag }, isOpen, onClose }: EditDrawerProps) {
  const t = useTexts(applicationTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(clientApplications);
  const words = useWords();
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.editTitle(value.name)} isOpen={isOpen} onClose={close} size="xl">
      <ResourceForm
        resource={clientApplications}
        operation="update"
        members={members}
        initial={value}
        custom={custom}
        {...words}
        error={update.error}
        isBusy={update.isPending}
        onCancel={close}
        onSubmit={(patch) =>
          update.mutate(
            { id: value.id, etag, patch },
            {
              onSuccess: () => {
                tell(saved);
                close();
              },
            },
          )
        }
      />
    </FormDrawer>
  );
}
