/** Signing in, step by step: who, then what proves it. Comes back to where the person was. */
import { LoadingOverlay } from '@mantine/core';
import type { SignedIn, SignInBegun } from '@muster/contract/sign-in.ts';
import { signIn } from '@muster/contract/sign-in.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../data/session.ts';
import type { Words } from '../../routes.tsx';
import { safeNext, sessionOptions } from '../../session.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { FirstStep } from './first-step.tsx';
import { SignInFrame } from './frame.tsx';
import { SecondStep } from './second-step.tsx';

export function SignInPage() {
  const t = useTexts(signInTexts);
  const words: Words = useSearch({ strict: false });
  const page = useQuery({ queryKey: ['sign-in'], queryFn: ({ signal }) => ask(signIn.page, undefined, { signal }) });
  const [begun, setBegun] = useState<SignInBegun | null>(null);
  const goOn = useGoingOn(words.next);
  const onOutcome = (outcome: SignedIn | SignInBegun) =>
    outcome.state === 'signed-in' ? goOn(outcome) : setBegun(outcome);
  if (begun?.state === 'second-factor') {
    return <SecondStep begun={begun} onOutcome={onOutcome} onBack={() => setBegun(null)} />;
  }
  const account = page.data?.account;
  return (
    <SignInFrame title={t.title} lead={account ? t.lead(account.name) : t.leadShared}>
      {page.isPending && <LoadingOverlay visible />}
      {page.isError && <ProblemNotice error={page.error} onRetry={() => page.refetch()} />}
      {page.data && <FirstStep page={page.data} words={words} onOutcome={onOutcome} />}
    </SignInFrame>
  );
}

/** What was held of somebody else goes. */
export function useGoingOn(next: string | undefined) {
  const client = useQueryClient();
  const router = useRouter();
  return (session: SignedIn) => {
    client.clear();
    client.setQueryData(sessionOptions.queryKey, session);
    router.history.push(`/console${safeNext(next)}`.replace('/console/console', '/console'));
  };
}
