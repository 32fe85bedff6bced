import { Anchor, Button, Stack } from '@mantine/core';
import { signIn } from '@muster/contract/sign-in.ts';
import { IconLogin2 } from '@tabler/icons-react';
import { proof } from '../../data/cache.ts';
import { useMutation } from '../../data/mutation.ts';
import { ask } from '../../data/session.ts';
import { consoleAddress } from '../../next.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { SignInFrame } from './frame.tsx';
import { SignInRefusal } from './refusal.tsx';

interface LinkStepProps {
  readonly next: string | undefined;
  readonly onBack: () => void;
}

/** The account requires its provider: a person who has not linked it links it now, after the password. */
export function LinkStep({ next, onBack }: LinkStepProps) {
  const t = useTexts(signInTexts);
  const leaving = useMutation({
    mutationFn: () => ask(signIn.goToProvider, { isLink: true, next: consoleAddress(next) }),
    meta: proof,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <SignInFrame title={t.link.title} lead={t.link.lead}>
      <Stack gap="md">
        {leaving.isError && <SignInRefusal error={leaving.error} refused={t.refused} />}
        <Button leftSection={<IconLogin2 size={18} />} loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t.link.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
          {t.second.back}
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}
