/** Accepts an invitation. Its token is after the hash of the link, which no server and no log ever sees. */
import { Alert, Button, Divider, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type InvitationShown, type SignedIn, type SignInBegun, signIn } from '@muster/contract/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { fieldErrorsIn, isUnreachable } from '../../data/problems.ts';
import { ask } from '../../data/session.ts';
import { useFormats } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { EnrolmentStep } from './enrolment-step.tsx';
import { SignInFrame } from './frame.tsx';
import { SignInRefusal } from './refusal.tsx';
import { useGoingOn } from './sign-in-page.tsx';

export function InvitationPage() {
  const t = useTexts(signInTexts).invitation;
  const { roles } = useTexts(shellTexts);
  const { inSentence } = useFormats();
  const [token] = useState(() => window.location.hash.slice(1));
  const [isEnrolling, setEnrolling] = useState(false);
  const goOn = useGoingOn(undefined);
  const found = useQuery({
    queryKey: ['invitation'],
    queryFn: () => ask(signIn.invitation, { token }),
    enabled: token !== '',
    meta: proof,
    gcTime: 0,
  });
  if (isEnrolling) return <EnrolmentStep onSignedIn={goOn} />;
  const onOutcome = (outcome: SignedIn | SignInBegun) =>
    outcome.state === 'signed-in' ? goOn(outcome) : setEnrolling(true);
  const shown = found.data;
  const lead = shown?.account && t.lead(shown.account.name, inSentence(roles[shown.role]));
  return (
    <SignInFrame title={t.title} lead={lead}>
      {found.isLoading && <Loader mx="auto" display="block" />}
      {isUnreachable(found.error) && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {(token === '' || (found.isError && !isUnreachable(found.error))) && (
        <Alert color="red" c="var(--mantine-color-text)">
          {t.invalid}
        </Alert>
      )}
      {shown && (
        <Stack gap="md">
          {shown.isPasswordAllowed && <AcceptForm token={token} shown={shown} onOutcome={onOutcome} />}
          {shown.isPasswordAllowed && shown.provider && <Divider />}
          {shown.provider && <ProviderAcceptance token={token} name={shown.provider.name} />}
        </Stack>
      )}
    </SignInFrame>
  );
}

interface AcceptFormProps {
  readonly token: string;
  readonly shown: InvitationShown;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
}

function AcceptForm({ token, shown, onOutcome }: AcceptFormProps) {
  const t = useTexts(signInTexts);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accepting = useMutation({
    mutationFn: () => ask(signIn.accept, { token, name: name.trim(), password }),
    meta: proof,
    onSuccess: onOutcome,
  });
  const fieldErrors = fieldErrorsIn(accepting.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accepting.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {accepting.isError && Object.keys(fieldErrors).length === 0 && (
          <SignInRefusal error={accepting.error} refused={t.invitation.invalid} />
        )}
        <TextInput label={t.email} value={shown.email} readOnly autoComplete="username" />
        <TextInput
          label={t.invitation.name}
          required
          withAsterisk={false}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldErrors.name}
        />
        <PasswordInput
          label={t.invitation.password}
          description={t.invitation.passwordHint}
          required
          withAsterisk={false}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fieldErrors.password}
        />
        <Button type="submit" loading={accepting.isPending}>
          {t.invitation.submit}
        </Button>
      </Stack>
    </form>
  );
}

function ProviderAcceptance({ token, name }: { readonly token: string; readonly name: string }) {
  const t = useTexts(signInTexts);
  const leaving = useMutation({
    mutationFn: () => ask(signIn.goToProvider, { invitation: token }),
    meta: proof,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <Stack gap="xs">
      {leaving.isError && <SignInRefusal error={leaving.error} refused={t.invitation.invalid} />}
      <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        {t.withProvider(name)}
      </Button>
    </Stack>
  );
}
