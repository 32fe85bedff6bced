/** The errors of a form by path, in the language of the person. A member that was changed has none until the next attempt. */
import { useCallback, useMemo, useState } from 'react';
import { fieldErrorsIn } from '../data/problems.ts';
import { useServiceWords } from './service-words.ts';

type Messages = Readonly<Record<string, string>>;

interface Corrected {
  readonly error: unknown;
  readonly paths: readonly string[];
}

const isAtOrBelow = (path: string, changed: string): boolean => path === changed || path.startsWith(`${changed}.`);

export function useFieldErrors(error: unknown) {
  const worded = useServiceWords();
  const [found, setFoundNow] = useState<Messages>({});
  const [corrected, setCorrected] = useState<Corrected>({ error, paths: [] });
  const errors = useMemo(() => {
    const isCorrected = (path: string) =>
      corrected.error === error && corrected.paths.some((changed) => isAtOrBelow(path, changed));
    const ofService = Object.entries(fieldErrorsIn(error)).map(([path, message]) => [path, worded(message)] as const);
    const all: Messages = { ...Object.fromEntries(ofService.filter(([path]) => !isCorrected(path))), ...found };
    return all;
  }, [error, corrected, found, worded]);
  const correct = useCallback(
    (changed: string) => {
      setFoundNow((held) => without(held, changed));
      setCorrected((held) => ({ error, paths: [...(held.error === error ? held.paths : []), changed] }));
    },
    [error],
  );
  const setFound = useCallback(
    (messages: Messages) => {
      setFoundNow(messages);
      // What was corrected is judged again by the next attempt.
      if (Object.keys(messages).length > 0) setCorrected({ error, paths: Object.keys(fieldErrorsIn(error)) });
    },
    [error],
  );
  return { errors, correct, setFound };
}

function without(messages: Messages, changed: string): Messages {
  const kept = Object.entries(messages).filter(([path]) => !isAtOrBelow(path, changed));
  return kept.length === Object.keys(messages).length ? messages : Object.fromEntries(kept);
}
