import { Alert } from '@mantine/core';
import { MusterError, RateLimitedError, UnauthorizedError } from '@muster/client/errors.ts';
import type { Words } from '../../texts/part.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';

/** An error never says what exactly was wrong; after too many attempts it says how long to wait. */
export function SignInRefusal({ error, refused }: { readonly error: unknown; readonly refused: string }) {
  const t = useTexts(signInTexts);
  const sentence = sentenceFor(error, refused, t);
  if (sentence === null) return <ProblemNotice error={error} />;
  return (
    <Alert color="red" role="alert" c="var(--mantine-color-text)">
      {sentence}
    </Alert>
  );
}

function sentenceFor(error: unknown, refused: string, t: Words<typeof signInTexts>): string | null {
  if (error instanceof UnauthorizedError) return refused;
  if (error instanceof RateLimitedError && error.retryAfterSeconds !== null) {
    return t.throttled(String(error.retryAfterSeconds));
  }
  // Other errors come from the browser: the person closed its window, or it has no passkey.
  return error instanceof MusterError ? null : t.passkeyCancelled;
}
