/** The role of an administrator, and whether they may sign in. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useSession } from '../../session.tsx';
import { administratorTexts } from '../../texts/administrators.ts';
import type { Words } from '../../texts/part.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { limitedRoleInputs } from './role-input.tsx';
import { limitMembers, withoutOtherLimits } from './role-limits.ts';

export type Administrator = Listed<typeof administrators>;

interface AdministratorDrawerProps {
  readonly person: Administrator | null;
  readonly onClose: () => void;
}

export function AdministratorDrawer({ person, onClose }: AdministratorDrawerProps) {
  return (
    <FormDrawer title={person?.email ?? ''} isOpen={person !== null} onClose={onClose} size="md">
      {person && <AdministratorForm person={person} onClose={onClose} />}
    </FormDrawer>
  );
}

type AdministratorWords = Words<typeof administratorTexts>;

const labelsOf = (t: AdministratorWords) => ({
  name: t.name,
  role: t.role,
  businessEstablishments: t.establishments,
  employeeRecord: t.employee,
  isDisabled: t.isDisabled,
});

const hintsOf = (t: AdministratorWords) => ({
  businessEstablishments: t.establishmentsHint,
  employeeRecord: t.employeeHint,
  isDisabled: t.disabledHint,
});

function AdministratorForm({ person, onClose }: { readonly person: Administrator; readonly onClose: () => void }) {
  const t = useTexts(administratorTexts);
  const shell = useTexts(shellTexts);
  const update = useUpdate(administrators);
  const remove = useRemove(administrators);
  const [isRemoving, setRemoving] = useState(false);
  const isOneself = useSession().person.id === person.id;
  const { id, email } = person;
  const done = (word: string) => () => {
    notify(word);
    onClose();
  };
  return (
    <Stack gap="lg">
      <ResourceForm
        resource={administrators}
        operation="update"
        members={({ role }) => (isOneself ? ['name'] : ['name', 'role', ...limitMembers(role), 'isDisabled'])}
        required={['employeeRecord']}
        initial={person}
        labels={labelsOf(t)}
        hints={hintsOf(t)}
        custom={limitedRoleInputs}
        error={update.error}
        isBusy={update.isPending}
        onSubmit={(patch, release) =>
          update.mutate(
            { id, patch: withoutOtherLimits(patch) },
            {
              onSuccess: () => {
                release();
                done(shell.saved)();
              },
            },
          )
        }
      />
      {!isOneself && (
        <Group>
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            {t.remove}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t.removeTitle(email)}
        confirmLabel={t.remove}
        error={remove.error}
        isBusy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ id }, { onSuccess: done(t.removed) })}
      >
        <Text size="sm">{t.removeAbout}</Text>
      </ConfirmDialog>
    </Stack>
  );
}
