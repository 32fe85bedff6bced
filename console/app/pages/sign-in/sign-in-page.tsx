/** Signing in, step by step. Returns to the requested page. */
import { Loader } from '@mantine/core';
import { type SecondFactor, type SignedIn, type SignInBegun, signIn } from '@muster/contract/sign-in.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../data/session.ts';
import { beginTab } from '../../data/tab-person.ts';
import { personKey } from '../../form/unsaved.ts';
import { consoleAddress } from '../../next.ts';
import type { SearchParams } from '../../search-params.ts';
import { sessionOptions } from '../../session.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { EnrolmentStep } from './enrolment-step.tsx';
import { FirstStep } from './first-step.tsx';
import { SignInFrame } from './frame.tsx';
import { LinkStep } from './link-step.tsx';
import { SecondStep } from './second-step.tsx';
import { searchOf, whichAccount } from './which-account.ts';

export function SignInPage() {
  const t = useTexts(signInTexts);
  const words: SearchParams = useSearch({ strict: false });
  const [account, setAccount] = useState(words.account ?? '');
  const [begun, setBegun] = useState<SignInBegun | null>(() => begunElsewhere(words));
  const goOn = useGoingOn(words.next);
  const which = whichAccount({ ...words, account });
  const page = useQuery({
    queryKey: ['sign-in', which],
    queryFn: ({ signal }) => ask(signIn.page, undefined, { signal, search: searchOf(which) }),
    placeholderData: keepPreviousData,
  });
  const onOutcome = (outcome: SignedIn | SignInBegun) =>
    outcome.state === 'signed-in' ? goOn(outcome) : setBegun(outcome);
  if (begun?.state === 'second-factor') {
    return <SecondStep begun={begun} onOutcome={onOutcome} onBack={() => setBegun(null)} />;
  }
  if (begun?.state === 'enrolment') return <EnrolmentStep onSignedIn={goOn} />;
  if (begun?.state === 'link') return <LinkStep next={words.next} onBack={() => setBegun(null)} />;
  const lead = page.data?.account ? t.lead(page.data.account.name) : t.leadShared;
  return (
    <SignInFrame title={t.title} lead={lead}>
      {page.isPending && <Loader aria-label={t.title} mx="auto" display="block" />}
      {page.isError && <ProblemNotice error={page.error} onRetry={() => page.refetch()} />}
      {page.data && (
        <FirstStep page={page.data} words={words} account={account} onAccount={setAccount} onOutcome={onOutcome} />
      )}
    </SignInFrame>
  );
}

const states: readonly SignInBegun['state'][] = ['second-factor', 'enrolment', 'link'];
const factors: readonly SecondFactor[] = ['totp', 'passkey', 'recovery-code'];

/** The provider redirected back, and a step is missing: the address says which. */
function begunElsewhere({ begun, factors: offered = '', until = '' }: SearchParams): SignInBegun | null {
  const state = states.find((one) => one === begun);
  if (!state) return null;
  return { state, secondFactors: factors.filter((one) => offered.split(',').includes(one)), expiresAt: until };
}

/** Clears cached data of another person. */
export function useGoingOn(next: string | undefined) {
  const client = useQueryClient();
  const router = useRouter();
  return (session: SignedIn) => {
    client.clear();
    beginTab(personKey(session));
    client.setQueryData(sessionOptions.queryKey, session);
    router.history.push(consoleAddress(next));
  };
}
