/** The language of the console: the person's choice, otherwise the first known language of the browser. */
import { type Language, languages } from '@muster/contract/languages.ts';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** Languages of the console's own texts; regions have different formats of dates and numbers. */
export type TextLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt';

interface Chosen {
  /** A language of the contract: names and errors from the service are shown in it. */
  readonly locale: Language;
  readonly language: TextLanguage;
  /** Null: the language of the browser. */
  readonly choose: (locale: Language | null) => void;
}

const storageKey = 'muster.language';

const isKnown = (text: string | null | undefined): text is Language => languages.some((known) => known === text);

/** An exact match, otherwise by language without region. */
function ofBrowser(): Language {
  for (const wanted of navigator.languages) {
    const base = wanted.split('-')[0];
    const found =
      languages.find((known) => known === wanted) ?? languages.find((known) => known.startsWith(`${base}-`));
    if (found) return found;
  }
  return 'en-GB';
}

const LanguageContext = createContext<Chosen>({ locale: 'en-GB', language: 'en', choose: () => {} });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [stored, setStored] = useState(() => localStorage.getItem(storageKey));
  const locale = isKnown(stored) ? stored : ofBrowser();
  // Every language of the contract begins with a language of the console.
  const language = locale.slice(0, 2) as TextLanguage;
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const chosen = useMemo(() => {
    const choose = (wanted: Language | null) => {
      if (wanted === null) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, wanted);
      setStored(wanted);
    };
    return { locale, language, choose };
  }, [locale, language]);
  return <LanguageContext value={chosen}>{children}</LanguageContext>;
}

export const useLanguage = (): Chosen => use(LanguageContext);
