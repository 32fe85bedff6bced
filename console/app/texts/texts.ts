/**
 * The console's own texts, typed. Each part of the console has one file, complete in English and French; further
 * languages may be partial, and missing texts are shown in English.
 */
import { useMemo } from 'react';
import { type TextLanguage, useLanguage } from './language.tsx';

type Text = string | ((...values: never[]) => string);

export interface TextTree {
  readonly [name: string]: Text | TextTree;
}

/** The same keys with other texts. */
type Same<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Same<T[K]> };

type Partly<T> = T extends string | ((...values: never[]) => string)
  ? Same<T>
  : { readonly [K in keyof T]?: Partly<T[K]> };

export type Translated<T extends TextTree> = { readonly en: T; readonly fr: Same<T> } & {
  readonly [L in Exclude<TextLanguage, 'en' | 'fr'>]?: Partly<T>;
};

export const texts = <const T extends TextTree>(translated: Translated<T>): Translated<T> => translated;

/** In the language of the person. */
export function useTexts<T extends TextTree>(translated: Translated<T>): Same<T> {
  const { language } = useLanguage();
  return useMemo(() => inLanguage(translated, language), [translated, language]);
}

export function inLanguage<T extends TextTree>(translated: Translated<T>, language: TextLanguage): Same<T> {
  const own: object | undefined = translated[language];
  // English has every key, so the result has every key.
  return (own === undefined ? translated.en : completed(translated.en, own)) as Same<T>;
}

function completed(whole: TextTree, part: object): TextTree {
  const given = part as TextTree;
  return Object.fromEntries(
    Object.entries(whole).map(([name, text]) => {
      const own = given[name];
      if (own === undefined) return [name, text];
      return [name, typeof text === 'object' && typeof own === 'object' ? completed(text, own) : own];
    }),
  );
}
