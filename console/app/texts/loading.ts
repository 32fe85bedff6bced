/** The languages of the console. English is part of the program; each other language is loaded when it is needed. */
export type TextLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl';

/** The texts by part. */
export type LanguageWords = Readonly<Record<string, object>>;

const loaders: Readonly<Record<TextLanguage, () => Promise<LanguageWords | null>>> = {
  de: () => import('./de/words.ts'),
  en: async () => null,
  es: () => import('./es/words.ts'),
  fr: () => import('./fr/words.ts'),
  it: () => import('./it/words.ts'),
  nl: () => import('./nl/words.ts'),
};

/** Null: English. */
export const wordsOf = (language: TextLanguage): Promise<LanguageWords | null> => loaders[language]();
