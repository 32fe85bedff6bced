/** Reports a change of a career with a button that undoes it, and reads the career again. */
import { useQueryClient } from '@tanstack/react-query';
import { fieldErrorsIn, isOutdated, sentenceOf } from '../../data/problems.ts';
import { wordsFor } from '../../form/service-words.ts';
import { careerTexts } from '../../texts/career.ts';
import { formTexts } from '../../texts/form.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { notifyUndo } from '../../ui/notify-undo.tsx';
import type { Undo } from './career-changes.ts';
import { careerResources } from './use-career.ts';

export function useUndoable() {
  const client = useQueryClient();
  const t = useTexts(careerTexts);
  const form = useTexts(formTexts);
  const { outdated } = useTexts(shellTexts).states;
  const formats = useFormats();
  const { locale } = useLanguage();
  const refresh = () => {
    const types = new Set<string>(careerResources.map(({ type }) => type));
    return client.invalidateQueries({ predicate: ({ queryKey }) => types.has(String(queryKey[0])) });
  };
  const words = (error: unknown) => {
    const [message] = Object.values(fieldErrorsIn(error));
    if (message !== undefined) return wordsFor(message, form, formats);
    return isOutdated(error) ? outdated : sentenceOf(error, locale);
  };
  const report = (message: string, undo: Undo) =>
    notifyUndo({
      message,
      undoLabel: t.undo,
      undoneMessage: t.undone,
      sentenceOf: words,
      undo: () => undo().finally(refresh),
    });
  return { report, refresh };
}
