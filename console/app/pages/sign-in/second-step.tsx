import type { SignedIn, SignInBegun } from '@muster/contract/sign-in.ts';
import { signInTexts } from '../../texts/sign-in.ts';
import { useTexts } from '../../texts/texts.ts';
import { SignInFrame } from './frame.tsx';

interface SecondStepProps {
  readonly begun: SignInBegun;
  readonly onOutcome: (outcome: SignedIn | SignInBegun) => void;
  readonly onBack: () => void;
}

export function SecondStep(_: SecondStepProps) {
  const t = useTexts(signInTexts);
  return <SignInFrame title={t.second.title}>{null}</SignInFrame>;
}
