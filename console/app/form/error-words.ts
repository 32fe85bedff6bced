/** An error in one sentence for people, where it is not shown at a field. */
import { fieldErrorsIn, sentenceOf } from '../data/problems.ts';
import { formTexts } from '../texts/form.ts';
import { useFormats } from '../texts/formats.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { explained } from '../ui/explained.ts';
import { wordsFor } from './service-words.ts';

export function useErrorWords(): (error: unknown) => string {
  const form = useTexts(formTexts);
  const { states } = useTexts(shellTexts);
  const formats = useFormats();
  const { locale } = useLanguage();
  return (error) => {
    const [message] = Object.values(fieldErrorsIn(error));
    if (message !== undefined) return wordsFor(message, form, formats);
    return explained(error, states) ?? sentenceOf(error, locale);
  };
}
