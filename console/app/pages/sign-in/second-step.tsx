/** The second factor: a code, a passkey, or a recovery code. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SecondFactor, type SignedIn, type SignInBegun, signIn } from '@muster/contract/sign-in.ts';
import { type FormEvent, useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { hasPasskeys, proveByPasskey } from '../../data/passkeys.ts';
import { ask } from '../../data/session.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { CodeInput } from '../factors/code-input.tsx';
import { SignInFrame } from './frame.tsx';
import { SignInRefusal } from './refusal.tsx';

interface SecondStepProps {
  readonly begun: SignInBegun;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
  readonly onBack: () => void;
}

export function SecondStep({ begun, onOutcome, onBack }: SecondStepProps) {
  const t = useTexts(signInTexts).second;
  const offered = begun.secondFactors.filter((kind) => kind !== 'passkey' || hasPasskeys());
  const [kind, setKind] = useState<SecondFactor>(offered[0] ?? 'recovery-code');
  const names = { totp: t.useCode, passkey: t.usePasskey, 'recovery-code': t.useRecovery };
  const others = offered.filter((one) => one !== kind);
  return (
    <SignInFrame title={t.title}>
      <Stack gap="md">
        {kind === 'passkey' ? (
          <PasskeyProof onOutcome={onOutcome} />
        ) : (
          <CodeProof key={kind} kind={kind} onOutcome={onOutcome} />
        )}
        <Stack gap={6}>
          {others.map((one) => (
            <Anchor key={one} component="button" type="button" size="sm" ta="start" onClick={() => setKind(one)}>
              {names[one]}
            </Anchor>
          ))}
          <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
            {t.back}
          </Anchor>
        </Stack>
      </Stack>
    </SignInFrame>
  );
}

type ProofProps = Pick<SecondStepProps, 'onOutcome'>;

function PasskeyProof({ onOutcome }: ProofProps) {
  const t = useTexts(signInTexts);
  const proving = useMutation({ mutationFn: proveByPasskey, meta: proof, onSuccess: onOutcome });
  return (
    <Stack gap="sm">
      {proving.isError && <SignInRefusal error={proving.error} refused={t.refused} />}
      <Text size="sm">{t.second.passkeyHint}</Text>
      <Button loading={proving.isPending} onClick={() => proving.mutate()}>
        {t.second.usePasskey}
      </Button>
    </Stack>
  );
}

function CodeProof({ kind, onOutcome }: ProofProps & { readonly kind: SecondFactor }) {
  const t = useTexts(signInTexts);
  const [code, setCode] = useState('');
  const isApp = kind === 'totp';
  const proving = useMutation({
    mutationFn: () => ask(signIn.withSecondFactor, isApp ? { code } : { recoveryCode: code.trim() }),
    meta: proof,
    onSuccess: onOutcome,
    onError: () => isApp && setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {proving.isError && <SignInRefusal error={proving.error} refused={t.refusedCode} />}
        {isApp ? (
          <CodeInput label={t.second.code} value={code} onChange={setCode} />
        ) : (
          <TextInput
            label={t.second.recovery}
            required
            withAsterisk={false}
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" fullWidth loading={proving.isPending}>
            {t.continue}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
