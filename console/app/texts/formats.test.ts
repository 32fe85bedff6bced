import { countryCodes } from '@muster/contract/codes.ts';
import { expect, test } from 'vitest';
import { areCountries } from './countries.ts';
import { formatsOf } from './formats.ts';

test('a day is written as its language does, and never shifted by a time zone', () => {
  expect(formatsOf('en-GB').day('2026-03-01')).toBe('1 Mar 2026');
  expect(formatsOf('fr-FR').day('2026-03-01')).toBe('1 mars 2026');
  expect(formatsOf('en-GB').dayOfYear({ day: 29, month: 2 })).toBe('29 February');
});

test('a duration has the singular and plural of its language', () => {
  const { duration } = formatsOf('en-GB');
  expect([1, 3.5].map((value) => duration({ value, unit: 'days' }))).toEqual(['1 day', '3.5 days']);
  expect([1, 8].map((value) => duration({ value, unit: 'hours' }))).toEqual(['1 hour', '8 hours']);
  expect(formatsOf('de-DE').duration({ value: 0.5, unit: 'days' })).toBe('0,5 Tage');
  expect(formatsOf('fr-FR').duration({ value: 1.5, unit: 'days' })).toBe('1,5\u00a0jour');
});

test.each([
  [-119_000, '2 minutes ago'],
  [-500, 'now'],
  [26 * 3_600_000, 'tomorrow'],
  [40 * 86_400_000, 'next month'],
])('%i milliseconds from now is %s', (ms, words) => {
  expect(formatsOf('en-GB').fromNow(new Date(Date.now() + ms + 20).toISOString())).toBe(words);
});

test.each(['de-DE', 'en-GB', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL'])('every country has a name in %s', (locale) => {
  const { country } = formatsOf(locale);
  const names = countryCodes.map(country);
  expect(names.filter((name) => !/^.{3,} \([A-Z]{3}\)$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(countryCodes.length);
});

test('a country is named in the language of the person, with its code', () => {
  expect(formatsOf('en-GB').country('DEU')).toBe('Germany (DEU)');
  expect(formatsOf('de-DE').country('CHE')).toBe('Schweiz (CHE)');
  expect(formatsOf('fr-FR').country('ESP')).toBe('Espagne (ESP)');
  expect(formatsOf('it-IT').country('FRA')).toBe('Francia (FRA)');
  expect(formatsOf('en-GB').country('XYZ')).toBe('XYZ');
});

test('choices are countries only if all of them are', () => {
  expect(areCountries([...countryCodes, null])).toBe(true);
  expect(areCountries(['EUR', 'FRA'])).toBe(false);
  expect(areCountries([])).toBe(false);
});
