import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SignedIn, type SignInBegun, type SignInPage, signIn } from '@muster/contract/sign-in.ts';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { enterWithPasskey, hasPasskeys } from '../../data/passkeys.ts';
import { faultsIn } from '../../data/problems.ts';
import { ask } from '../../data/session.ts';
import { consoleAddress } from '../../next.ts';
import type { Words } from '../../routes.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { SignInRefusal } from './refusal.tsx';
import { whichAccount } from './which-account.ts';

interface FirstStepProps {
  readonly page: SignInPage;
  readonly words: Words;
  readonly account: string;
  readonly onAccount: (account: string) => void;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
}

export function FirstStep(props: FirstStepProps) {
  const t = useTexts(signInTexts);
  const { page, words } = props;
  const hasOthers = page.provider !== null || (page.isPasswordAllowed && hasPasskeys());
  return (
    <Stack gap="md">
      {words.problem === 'provider' && <SignInAlert>{t.providerFailed}</SignInAlert>}
      {page.isPasswordAllowed && <PasswordForm {...props} />}
      {page.isPasswordAllowed && hasOthers && <Divider label={t.or} />}
      {page.isPasswordAllowed && hasPasskeys() && <PasskeyEntry onOutcome={props.onOutcome} />}
      {page.provider && <ProviderEntry {...props} name={page.provider.name} />}
    </Stack>
  );
}

const SignInAlert = ({ children }: { readonly children: string }) => (
  <Alert color="red" role="alert" c="var(--mantine-color-text)">
    {children}
  </Alert>
);

function PasswordForm({ page, words, account, onAccount, onOutcome }: FirstStepProps) {
  const t = useTexts(signInTexts);
  const [held, setHeld] = useState({ account, email: '', password: '' });
  const change = (name: keyof typeof held) => (event: { currentTarget: { value: string } }) =>
    setHeld({ ...held, [name]: event.currentTarget.value });
  const entering = useMutation({
    mutationFn: () =>
      ask(signIn.withPassword, {
        ...whichAccount({ ...words, account: held.account }),
        email: held.email.trim(),
        password: held.password,
      }),
    meta: proof,
    onSuccess: onOutcome,
  });
  const faults = faultsIn(entering.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {entering.isError && Object.keys(faults).length === 0 && (
          <SignInRefusal error={entering.error} refused={t.refused} />
        )}
        {page.isAccountNeeded && (
          <TextInput
            label={t.account}
            description={t.accountHint}
            required
            withAsterisk={false}
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            value={held.account}
            onChange={change('account')}
            onBlur={() => onAccount(held.account)}
            error={faults.account}
          />
        )}
        <TextInput
          type="email"
          label={t.email}
          required
          withAsterisk={false}
          autoComplete="username"
          value={held.email}
          onChange={change('email')}
          error={faults.email}
        />
        <PasswordInput
          label={t.password}
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={held.password}
          onChange={change('password')}
          error={faults.password}
        />
        <Button type="submit" fullWidth mt="xs" loading={entering.isPending}>
          {t.submit}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyEntry({ onOutcome }: Pick<FirstStepProps, 'onOutcome'>) {
  const t = useTexts(signInTexts);
  const entering = useMutation({ mutationFn: enterWithPasskey, meta: proof, onSuccess: onOutcome });
  return (
    <Stack gap="xs">
      {entering.isError && <SignInRefusal error={entering.error} refused={t.refused} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} />}
        loading={entering.isPending}
        onClick={() => entering.mutate()}
      >
        {t.withPasskey}
      </Button>
    </Stack>
  );
}

/** Leaves the console for the company's own provider, which leads back. */
function ProviderEntry({ words, account, name }: FirstStepProps & { readonly name: string }) {
  const t = useTexts(signInTexts);
  const leaving = useMutation({
    mutationFn: () =>
      ask(signIn.goToProvider, { ...whichAccount({ ...words, account }), next: consoleAddress(words.next) }),
    meta: proof,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <Stack gap="xs">
      {leaving.isError && <SignInRefusal error={leaving.error} refused={t.refused} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLogin2 size={18} />}
        loading={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        {t.withProvider(name)}
      </Button>
    </Stack>
  );
}
