import { expect, test } from 'vitest';
import { inLanguage, texts } from './texts.ts';

const some = texts({
  en: { greeting: 'Hello', parts: { one: 'one', two: (count: number) => `${count} two` } },
  fr: { greeting: 'Bonjour', parts: { one: 'un', two: (count: number) => `${count} deux` } },
  de: { parts: { one: 'eins' } },
});

test('a whole language is shown as it is', () => {
  expect(inLanguage(some, 'fr').parts.two(3)).toBe('3 deux');
});

test('missing texts of a language are shown in English, also inside a part', () => {
  const german = inLanguage(some, 'de');
  expect([german.greeting, german.parts.one, german.parts.two(2)]).toEqual(['Hello', 'eins', '2 two']);
});

test('a language without any texts is shown in English', () => {
  expect(inLanguage(some, 'it').greeting).toBe('Hello');
});
