import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type Profile, signIn } from '@muster/contract/sign-in.ts';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { ask } from '../../data/session.ts';
import { profileTexts } from '../../texts/profile.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { SignInRefusal } from '../sign-in/refusal.tsx';

export function PasswordPanel({ profile }: { readonly profile: Profile }) {
  const t = useTexts(profileTexts);
  return (
    <Panel title={t.password} about={profile.hasPassword ? t.passwordAbout : undefined}>
      {profile.hasPassword ? <PasswordForm email={profile.email} /> : <Text size="sm">{t.noPassword}</Text>}
    </Panel>
  );
}

const nothing = { currentPassword: '', newPassword: '' };

function PasswordForm({ email }: { readonly email: string }) {
  const t = useTexts(profileTexts);
  const [held, setHeld] = useState(nothing);
  const changing = useMutation({
    mutationFn: () => ask(signIn.changePassword, held),
    meta: proof,
    onSuccess: () => {
      setHeld(nothing);
      notify(t.changed);
    },
  });
  const fieldErrors = fieldErrorsIn(changing.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate();
  };
  const input = (name: keyof typeof held) => ({
    required: true,
    withAsterisk: false,
    value: held[name],
    error: fieldErrors[name],
    onChange: (event: { currentTarget: { value: string } }) => setHeld({ ...held, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {changing.isError && Object.keys(fieldErrors).length === 0 && (
          <SignInRefusal error={changing.error} refused={t.wrong} />
        )}
        {/* For password managers, which keep a password under a name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label={t.current} autoComplete="current-password" {...input('currentPassword')} />
        <PasswordInput label={t.new} description={t.newHint} autoComplete="new-password" {...input('newPassword')} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={changing.isPending}>
            {t.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
