/** Sets up a second factor: an authenticator app or a passkey, then recovery codes. */
import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { addPasskey, hasPasskeys } from '../../data/passkeys.ts';
import { factorTexts } from '../../texts/factors.ts';
import { useTexts } from '../../texts/texts.ts';
import { SignInRefusal } from '../sign-in/refusal.tsx';
import { AppEnrolment } from './app-enrolment.tsx';
import type { Enrolled } from './enrolled.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorEnrolmentProps {
  readonly doneLabel: string;
  readonly onDone: (enrolled: Enrolled) => void;
}

export function FactorEnrolment({ doneLabel, onDone }: FactorEnrolmentProps) {
  const t = useTexts(factorTexts);
  const [isApp, setApp] = useState(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const adding = useMutation({
    mutationFn: () => addPasskey(''),
    meta: proof,
    onSuccess: (made) => finish(made),
  });
  const finish = (made: Enrolled) => (made.recoveryCodes ? setEnrolled(made) : onDone(made));
  if (enrolled?.recoveryCodes) {
    return <RecoveryCodes codes={enrolled.recoveryCodes} doneLabel={doneLabel} onDone={() => onDone(enrolled)} />;
  }
  if (isApp) return <AppEnrolment onEnrolled={finish} />;
  return (
    <Stack gap="sm">
      {adding.isError && <SignInRefusal error={adding.error} refused={t.failed} />}
      <Button variant="default" leftSection={<IconDeviceMobile size={18} />} onClick={() => setApp(true)}>
        {t.app}
      </Button>
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {t.passkey}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
    </Stack>
  );
}
