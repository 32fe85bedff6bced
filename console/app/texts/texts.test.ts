/** Every language has every text. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from './language.tsx';
import { type LanguageWords, type TextLanguage, wordsOf } from './loading.ts';
import type { Part, TextTree } from './part.ts';

const folder = import.meta.dirname;
const translated = [...new Set(languages.map((language) => language.slice(0, 2) as TextLanguage))].filter(
  (language) => language !== 'en',
);

const isPart = (value: unknown): value is Part<TextTree> =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value;

const parts = (
  await Promise.all(
    readdirSync(folder)
      .filter((file) => /^[\w-]+\.ts$/.test(file))
      .map(async (file) => Object.values((await import(join(folder, file))) as Record<string, unknown>).filter(isPart)),
  )
).flat();

/** `states.failed` → its text, or the number of values that it takes. */
function leaves(tree: object, path = ''): [string, string | number][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'object' && value !== null) return leaves(value, `${path}${name}.`);
    return [[path + name, typeof value === 'function' ? (value as () => string).length : String(value)]];
  });
}

const isSentence = (text: string | number): text is string => typeof text === 'string' && text.split(' ').length > 3;

async function wordsIn(language: TextLanguage): Promise<LanguageWords> {
  const words = await wordsOf(language);
  if (words === null) throw new Error(`${language} has no texts.`);
  return words;
}

test('there are five languages in addition to English', () => {
  expect([...translated].sort()).toEqual(['de', 'es', 'fr', 'it', 'nl']);
  expect(parts.length).toBeGreaterThan(25);
});

test.each(translated)('%s has exactly the parts and the texts of English', async (language) => {
  const words = await wordsIn(language);
  expect(Object.keys(words).sort()).toEqual(parts.map(({ name }) => name).sort());
  for (const { name, en } of parts) {
    const names = (tree: object) => leaves(tree).map(([path]) => `${name}.${path}`);
    expect(names(words[name] ?? {}).sort()).toEqual(names(en).sort());
  }
});

test.each(translated)('%s has no empty text, and no sentence of English', async (language) => {
  const words = await wordsIn(language);
  for (const { name, en } of parts) {
    const own = new Map(leaves(words[name] ?? {}));
    for (const [path, text] of leaves(en)) {
      const translation = own.get(path);
      expect(translation === '' && text !== '', `${language} ${name}.${path}`).toBe(false);
      if (isSentence(text))
        expect(`${language} ${name}.${path}: ${translation}`).not.toBe(`${language} ${name}.${path}: ${text}`);
    }
  }
});

type Text = (...values: readonly unknown[]) => unknown;

/** Texts that take values, with 1 for each: as a number and as a formatted one. */
function ofOne(tree: object, path = ''): [path: string, texts: readonly string[]][] {
  return Object.entries(tree).flatMap(([name, value]): [string, readonly string[]][] => {
    if (typeof value === 'object' && value !== null) return ofOne(value, `${path}${name}.`);
    if (typeof value !== 'function') return [];
    return [[path + name, [1, '1'].map((one) => String((value as Text)(one, one, one, one)))]];
  });
}

/** Limits and waits that are never 1, and a verb. */
const exceptions = [
  'form.service.fileName',
  'form.service.leaveLong',
  'history.all',
  'home.about',
  'imports.progress',
  'leaveDesk.team.only',
  'signIn.throttled',
  'subjectExports.bytes',
  'workbench.exporting',
  'workingTime.cycleOf',
];

test('one thing is not named in the plural', () => {
  const isPlural = (text: string) =>
    /(?<!of )\b1 ((new|recovery) )?(people|(?!(?:ms|is|as|does)\b)[a-z]+s)\b/.test(text);
  const plurals = parts.flatMap(({ name, en }) =>
    ofOne(en).flatMap(([path, texts]) => (texts.every(isPlural) ? [`${name}.${path}`] : [])),
  );
  expect(plurals.sort()).toEqual(exceptions);
});
