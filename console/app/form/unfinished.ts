/** For a few inputs without the frame of a form: an entry that is no value, such as an impossible date, is not passed over. */
import { useMemo, useRef, useState } from 'react';
import type { FormInputs, InvalidEntry } from './form-context.ts';

export function useUnfinished() {
  const unfinished = useRef(new Map<string, InvalidEntry>());
  const [attempts, setAttempts] = useState(0);
  const inputs = useMemo(
    (): FormInputs => ({
      errorAt: () => undefined,
      correct: () => undefined,
      setInvalid: (id, entry) => {
        if (entry) unfinished.current.set(id, entry);
        else unfinished.current.delete(id);
      },
      attempts,
    }),
    [attempts],
  );
  /** Otherwise the inputs show their errors, and the first of them gets the focus. */
  const areFinished = (): boolean => {
    setAttempts((count) => count + 1);
    const [first] = unfinished.current.values();
    first?.element()?.focus();
    return first === undefined;
  };
  return { inputs, areFinished };
}
