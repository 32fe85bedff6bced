/** Makes a key of the legacy API, or changes what it may read. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { useCreate, useUpdate } from '../../data/changes.ts';
import type { Held } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { tell } from '../../ui/told.ts';
import { EstablishmentsInput } from './establishments-input.tsx';

export type ApiKey = Omit<Read<typeof apiKeys>, 'links' | 'embedded'>;
export type HeldApiKey = Held<typeof apiKeys>;

const members = [
  'name',
  'technicalContact',
  'roleName',
  'readsLeaves',
  'leavesBusinessEstablishments',
  'readsUsers',
  'usersBusinessEstablishments',
  'seesPersonalData',
  'seesFormer',
  'seesFuture',
];

const custom = {
  leavesBusinessEstablishments: EstablishmentsInput,
  usersBusinessEstablishments: EstablishmentsInput,
};

function useWords() {
  const t = useTexts(apiKeyTexts);
  return {
    hints: { technicalContact: t.contactHint, seesPersonalData: t.personalHint },
    labels: {
      roleName: t.roleName,
      readsLeaves: t.readsLeaves,
      readsUsers: t.readsUsers,
      leavesBusinessEstablishments: t.leavesPlaces,
      usersBusinessEstablishments: t.usersPlaces,
      seesPersonalData: t.seesPersonalData,
      seesFormer: t.seesFormer,
      seesFuture: t.seesFuture,
    },
  };
}

interface KeyDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** `onMade` with the key itself, which is not shown again. */
export function MakeKeyDrawer({
  isOpen,
  onClose,
  onMade,
}: KeyDrawerProps & { readonly onMade: (key: ApiKey) => void }) {
  const t = useTexts(apiKeyTexts);
  const create = useCreate(apiKeys);
  const words = useWords();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.create} isOpen={isOpen} onClose={close}>
      <ResourceForm
        resource={apiKeys}
        operation="create"
        members={members}
        custom={custom}
        {...words}
        error={create.error}
        isBusy={create.isPending}
        onCancel={close}
        onSubmit={(body) =>
          create.mutate(body, {
            onSuccess: (made) => {
              close();
              onMade(made);
            },
          })
        }
      />
    </FormDrawer>
  );
}

export function EditKeyDrawer({
  held: { value, etag },
  isOpen,
  onClose,
}: KeyDrawerProps & { readonly held: HeldApiKey }) {
  const t = useTexts(apiKeyTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(apiKeys);
  const words = useWords();
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.editTitle(value.name)} isOpen={isOpen} onClose={close}>
      <ResourceForm
        resource={apiKeys}
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
