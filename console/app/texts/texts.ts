import { useLanguage } from './language.tsx';
import type { Part, Same, TextTree } from './part.ts';

/** The texts of a part in the language of the person. */
export function useTexts<T extends TextTree>(part: Part<T>): Same<T> {
  const { words } = useLanguage();
  // The files of a language are typed by their parts, and a test compares the names.
  return (words === null ? part.en : words[part.name]) as Same<T>;
}
