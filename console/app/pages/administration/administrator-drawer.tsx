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
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { RoleInput } from './role-input.tsx';

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
        members={isOneself ? ['name'] : ['name', 'role', 'isDisabled']}
        initial={person}
        labels={{ name: t.name, role: t.role, isDisabled: t.isDisabled }}
        hints={{ isDisabled: t.disabledHint }}
        custom={{ role: (props) => <RoleInput {...props} /> }}
        error={update.error}
        isBusy={update.isPending}
        onSubmit={(patch, release) =>
          update.mutate(
            { id, patch },
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
