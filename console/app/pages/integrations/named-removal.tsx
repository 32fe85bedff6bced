/** Confirms the removal of something that others depend on: its name must be typed. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { credentialTexts } from '../../texts/credentials.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/states.tsx';

interface NamedRemovalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly about: string;
  readonly name: string;
  readonly confirmLabel: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

export function NamedRemoval({ isOpen, onClose, title, ...rest }: NamedRemovalProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <RemovalForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function RemovalForm(props: Omit<NamedRemovalProps, 'isOpen' | 'title'>) {
  const { about, name, confirmLabel, error, isBusy, onConfirm, onClose } = props;
  const t = useTexts(credentialTexts);
  const { cancel } = useTexts(shellTexts);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const isSame = typed.trim() === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSame) onConfirm();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{about}</Text>
        {error != null && <ProblemNotice error={error} />}
        <TextInput
          label={t.typeName(name)}
          value={typed}
          autoComplete="off"
          error={isTried && !isSame ? t.nameDiffers : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" color="red.9" loading={isBusy}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
