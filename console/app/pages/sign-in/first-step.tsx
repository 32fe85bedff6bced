import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SignedIn, SignInBegun, SignInPage } from '@muster/contract/sign-in.ts';
import { signIn } from '@muster/contract/sign-in.ts';
import { useMutation } from '@tanstack/react-query';
import { proof } from '../../data/cache.ts';
import { ask } from '../../data/session.ts';
import type { Words } from '../../routes.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { SignInRefusal } from './refusal.tsx';

interface FirstStepProps {
  readonly page: SignInPage;
  readonly words: Words;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
}

export function FirstStep({ page, words, onOutcome }: FirstStepProps) {
  const t = useTexts(signInTexts);
  return (
    <Stack gap="md">
      {words.problem === 'provider' && <Alert color="red">{t.providerFailed}</Alert>}
      {words.next !== undefined && words.next !== '/' && words.problem === undefined && (
        <Alert color="gray" p="xs">
          {t.ended}
        </Alert>
      )}
      {page.isPasswordAllowed && <PasswordForm page={page} words={words} onOutcome={onOutcome} />}
      {page.isPasswordAllowed && page.provider && <Divider label={t.or} />}
    </Stack>
  );
}

function PasswordForm({ page, words, onOutcome }: FirstStepProps) {
  const t = useTexts(signInTexts);
  const form = useForm({ initialValues: { account: words.account ?? '', email: '', password: '' } });
  const entering = useMutation({
    mutationFn: ({ account, email, password }: typeof form.values) =>
      ask(signIn.withPassword, {
        email: email.trim(),
        password,
        ...(page.isAccountNeeded && { account: account.trim() }),
      }),
    meta: proof,
    onSuccess: onOutcome,
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <form onSubmit={form.onSubmit((values) => entering.mutate(values))}>
      <Stack gap="sm">
        {entering.isError && <SignInRefusal error={entering.error} refused={t.refused} />}
        {page.isAccountNeeded && (
          <TextInput
            label={t.account}
            description={t.accountHint}
            required
            withAsterisk={false}
            autoComplete="organization"
            autoCapitalize="none"
            {...form.getInputProps('account')}
          />
        )}
        <TextInput
          type="email"
          label={t.email}
          required
          withAsterisk={false}
          autoComplete="username"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t.password}
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth mt="xs" loading={entering.isPending}>
          {t.submit}
        </Button>
      </Stack>
    </form>
  );
}
