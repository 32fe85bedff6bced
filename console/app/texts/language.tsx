/** Which language the console speaks: what the person chose here, otherwise the first of the browser that it knows. */
import { type Language, languages } from '@muster/contract/languages.ts';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** Languages that the console's own texts may have; regions differ in how dates and numbers are written. */
export type TextLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt';

interface Chosen {
  /** Of the contract: names and refusals of the service are shown in it. */
  readonly locale: Language;
  readonly language: TextLanguage;
  /** Null goes back to what the browser says. */
  readonly choose: (locale: Language | null) => void;
}

const storageKey = 'muster.language';

const isKnown = (text: string | null | undefined): text is Language => languages.some((known) => known === text);

/** Exactly, then by the language alone. */
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
  // Every language of the contract begins with one of the console's.
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
