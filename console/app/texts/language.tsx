/** The language of the console: the person's choice, otherwise the first known language of the browser. */
import { languages as contractLanguages, type Language } from '@muster/contract/languages.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { type LanguageWords, type TextLanguage, wordsOf } from './loading.ts';

/** A language of the contract with complete texts. Regions have different formats of dates and numbers. */
export type ConsoleLanguage = Exclude<Language, 'pt-PT'>;

export const languages = contractLanguages.filter((language): language is ConsoleLanguage => language !== 'pt-PT');

interface Shown {
  /** Names and errors from the service are shown in it, too. */
  readonly locale: ConsoleLanguage;
  /** Null: English. */
  readonly words: LanguageWords | null;
}

interface Chosen extends Shown {
  /** Null: the language of the browser. */
  readonly choose: (locale: ConsoleLanguage | null) => Promise<void>;
}

const storageKey = 'muster.language';

const isKnown = (text: string | null): text is ConsoleLanguage => languages.some((known) => known === text);

/** An exact match, otherwise by language without region. */
function ofBrowser(): ConsoleLanguage {
  for (const wanted of navigator.languages) {
    const base = wanted.split('-')[0];
    const found =
      languages.find((known) => known === wanted) ?? languages.find((known) => known.startsWith(`${base}-`));
    if (found) return found;
  }
  return 'en-GB';
}

function wanted(): ConsoleLanguage {
  const stored = localStorage.getItem(storageKey);
  return isKnown(stored) ? stored : ofBrowser();
}

async function load(locale: ConsoleLanguage): Promise<Shown> {
  return { locale, words: await wordsOf(locale.slice(0, 2) as TextLanguage) };
}

const LanguageContext = createContext<Chosen>({ locale: 'en-GB', words: null, choose: async () => {} });

/** Shows nothing until the texts are there: never a page in one language and then in another. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void load(wanted()).then((loaded) => isCurrent && setShown(loaded));
    return () => {
      isCurrent = false;
    };
  }, []);
  const locale = shown?.locale;
  useEffect(() => {
    if (locale) document.documentElement.lang = locale;
  }, [locale]);
  const choose = useCallback(async (language: ConsoleLanguage | null) => {
    const loaded = await load(language ?? ofBrowser());
    if (language === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, language);
    setShown(loaded);
  }, []);
  const chosen = useMemo(() => shown && { ...shown, choose }, [shown, choose]);
  return chosen && <LanguageContext value={chosen}>{children}</LanguageContext>;
}

export const useLanguage = (): Chosen => use(LanguageContext);
