/** Changes of credentials need a recent confirmation: otherwise the password is asked for again. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { signIn } from '@muster/contract/sign-in.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { sessionOptions, useSession } from '../../session.tsx';
import { profileTexts } from '../../texts/profile.ts';
import { shellTexts } from '../../texts/shell.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInRefusal } from '../sign-in/refusal.tsx';

/** Time to finish the action. */
const marginMs = 120_000;

/** `confirmed(action)` runs it now, or after the password was entered; render `dialog`. */
export function useConfirmed() {
  const { session } = useSession();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const confirmed = (action: () => void) => {
    const untilMs = session.confirmedUntil ? Date.parse(session.confirmedUntil) : 0;
    if (untilMs - marginMs > Date.now()) action();
    else setWaiting(() => action);
  };
  const close = () => setWaiting(null);
  const dialog = (
    <ConfirmPassword
      isOpen={waiting !== null}
      onClose={close}
      onConfirmed={() => {
        close();
        waiting?.();
      }}
    />
  );
  return { confirmed, dialog };
}

interface ConfirmPasswordProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

function ConfirmPassword({ isOpen, onClose, onConfirmed }: ConfirmPasswordProps) {
  const t = useTexts(profileTexts);
  const { person } = useSession();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.confirmTitle}>
      {person.hasPassword ? (
        <ConfirmForm onClose={onClose} onConfirmed={onConfirmed} />
      ) : (
        <Text size="sm">{t.confirmNoPassword}</Text>
      )}
    </Dialog>
  );
}

function ConfirmForm({ onClose, onConfirmed }: Omit<ConfirmPasswordProps, 'isOpen'>) {
  const t = useTexts(profileTexts);
  const words = useTexts(signInTexts);
  const { cancel } = useTexts(shellTexts);
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const proving = useMutation({
    mutationFn: () => ask(signIn.confirm, { password }),
    meta: proof,
    onSuccess: (session) => {
      client.setQueryData(sessionOptions.queryKey, session);
      onConfirmed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.confirmAbout}</Text>
        {proving.isError && <SignInRefusal error={proving.error} refused={t.wrong} />}
        <PasswordInput
          label={words.password}
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={proving.isPending}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
