import type { SignedIn } from '@muster/contract/sign-in.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { FactorEnrolment } from '../factors/factor-enrolment.tsx';
import { SignInFrame } from './frame.tsx';

/** If the account requires a second factor, a person without one sets it up here and is then signed in. */
export function EnrolmentStep({ onSignedIn }: { readonly onSignedIn: (session: SignedIn) => void }) {
  const t = useTexts(signInTexts).enrol;
  return (
    <SignInFrame title={t.title} lead={t.lead}>
      <FactorEnrolment doneLabel={t.done} onDone={({ session }) => session && onSignedIn(session)} />
    </SignInFrame>
  );
}
