/** Reports a change with a button that undoes it, and reads what it concerns again. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Undo } from '../data/steps.ts';
import { useErrorWords } from '../form/error-words.ts';
import { careerTexts } from '../texts/career.ts';
import { useTexts } from '../texts/texts.ts';
import { notifyUndo } from '../ui/notify-undo.tsx';

export function useUndoable(resources: readonly Resource[]) {
  const client = useQueryClient();
  const t = useTexts(careerTexts);
  const sentenceOf = useErrorWords();
  const refresh = () => {
    const types = new Set<string>(resources.map(({ type }) => type));
    return client.invalidateQueries({ predicate: ({ queryKey }) => types.has(String(queryKey[0])) });
  };
  const report = (message: string, undo: Undo) =>
    notifyUndo({
      message,
      undoLabel: t.undo,
      undoneMessage: t.undone,
      sentenceOf,
      undo: () => undo().finally(refresh),
    });
  return { report, refresh };
}
