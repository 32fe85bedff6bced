/** Creates a key of the legacy API, or changes its rights. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import type { Held } from '../../data/queries.ts';
import { ChangeForm, CreationForm, type Inputs } from '../../resource/writing-forms.tsx';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
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

function useInputs(): Inputs {
  const t = useTexts(apiKeyTexts);
  return {
    members,
    custom,
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

/** `onMade` gets the key itself, which is not shown again. */
export function MakeKeyDrawer({
  isOpen,
  onClose,
  onMade,
}: KeyDrawerProps & { readonly onMade: (key: ApiKey) => void }) {
  const t = useTexts(apiKeyTexts);
  const inputs = useInputs();
  const made = (key: ApiKey) => {
    onClose();
    onMade(key);
  };
  return (
    <FormDrawer title={t.create} isOpen={isOpen} onClose={onClose}>
      <CreationForm resource={apiKeys} inputs={inputs} onCancel={onClose} onMade={made} />
    </FormDrawer>
  );
}

export function EditKeyDrawer({ held, isOpen, onClose }: KeyDrawerProps & { readonly held: HeldApiKey }) {
  const t = useTexts(apiKeyTexts);
  const inputs = useInputs();
  return (
    <FormDrawer title={t.editTitle(held.value.name)} isOpen={isOpen} onClose={onClose}>
      <ChangeForm resource={apiKeys} inputs={inputs} held={held} onCancel={onClose} onChanged={onClose} />
    </FormDrawer>
  );
}
