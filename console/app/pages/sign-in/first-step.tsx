import { Alert, Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SignedIn, type SignInBegun, type SignInPage, signIn } from '@muster/contract/sign-in.ts';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { enterWithPasskey, hasPasskeys } from '../../data/passkeys.ts';
import { fieldErrorsIn, isLack } from '../../data/problems.ts';
import { ask } from '../../data/session.ts';
import { consoleAddress } from '../../next.ts';
import type { SearchParams } from '../../search-params.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFocused } from '../../ui/focused.ts';
import { SignInRefusal } from './refusal.tsx';
import { whichAccount } from './which-account.ts';

interface FirstStepProps {
  readonly page: SignInPage;
  readonly words: SearchParams;
  readonly account: string;
  readonly onAccount: (account: string) => void;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
}

export function FirstStep(props: FirstStepProps) {
  const t = useTexts(signInTexts);
  const { page, words } = props;
  // Operators, and people who have not linked the provider, still use a password.
  const [isPasswordWanted, setPasswordWanted] = useState(false);
  const isPasswordShown = page.isPasswordAllowed || isPasswordWanted;
  const hasOthers = page.provider !== null || (isPasswordShown && hasPasskeys());
  return (
    <Stack gap="md">
      {words.problem === 'provider' && <SignInAlert>{t.providerFailed}</SignInAlert>}
      {isLack(words.problem) && <SignInAlert>{t.stopped[words.problem]}</SignInAlert>}
      {isPasswordShown && <PasswordForm {...props} />}
      {isPasswordShown && hasOthers && <Divider label={t.or} />}
      {isPasswordShown && hasPasskeys() && <PasskeyEntry onOutcome={props.onOutcome} />}
      {page.provider && <ProviderEntry {...props} name={page.provider.name} />}
      {!isPasswordShown && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setPasswordWanted(true)}>
          {t.withPassword}
        </Anchor>
      )}
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
  const first = useFocused();
  const [held, setHeld] = useState({ account, email: '', password: '' });
  const entering = useMutation({
    mutationFn: () => {
      const which = whichAccount({ ...words, account: held.account });
      return ask(signIn.withPassword, { ...which, email: held.email.trim(), password: held.password });
    },
    meta: proof,
    onSuccess: onOutcome,
  });
  const fieldErrors = fieldErrorsIn(entering.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate();
  };
  const input = (name: keyof typeof held) => ({
    label: t[name],
    required: true,
    withAsterisk: false,
    value: held[name],
    error: fieldErrors[name],
    onChange: (event: { currentTarget: { value: string } }) => setHeld({ ...held, [name]: event.currentTarget.value }),
  });
  const ofAccount = {
    description: t.accountHint,
    autoComplete: 'organization',
    autoCapitalize: 'none',
    spellCheck: false,
  };
  const isRefused = entering.isError && Object.keys(fieldErrors).length === 0;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {isRefused && <SignInRefusal error={entering.error} refused={t.refused} />}
        {page.isAccountNeeded && (
          <TextInput ref={first} {...input('account')} {...ofAccount} onBlur={() => onAccount(held.account)} />
        )}
        <TextInput ref={page.isAccountNeeded ? null : first} type="email" autoComplete="username" {...input('email')} />
        <PasswordInput autoComplete="current-password" {...input('password')} />
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

/** Leaves the console for the identity provider, which redirects back. */
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
