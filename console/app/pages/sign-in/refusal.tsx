import { Alert } from '@mantine/core';
import { RateLimitedError, UnauthorizedError } from '@muster/client/errors.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';

/** A refusal never says what exactly was wrong; too many attempts say how long to wait. */
export function SignInRefusal({ error, refused }: { readonly error: unknown; readonly refused: string }) {
  const t = useTexts(signInTexts);
  if (error instanceof UnauthorizedError)
    return (
      <Alert color="red" role="alert" c="var(--mantine-color-text)">
        {refused}
      </Alert>
    );
  if (error instanceof RateLimitedError && error.retryAfterSeconds !== null) {
    return (
      <Alert color="orange" role="alert" c="var(--mantine-color-text)">
        {t.throttled(String(error.retryAfterSeconds))}
      </Alert>
    );
  }
  return <ProblemNotice error={error} />;
}
