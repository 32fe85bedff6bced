// Every message must say the same in the ten languages: same placeholders, all filled, nothing left over.
import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';
import { detail, type MessageName, messageTemplates } from './messages.ts';

const names = Object.keys(messageTemplates) as MessageName[];

const placeholders = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

/** Stands for whatever values a message takes, so that one loop covers them all. */
const filled = detail as (name: MessageName, values: Record<string, string>) => ReturnType<typeof detail>;

describe('messages', () => {
  test('the single error reads as published', () => {
    expect(detail('oneFieldInvalid')).toEqual({
      text: 'One field is not valid.',
      t9n: {
        'de-DE': 'Ein Feld ist ungültig.',
        'en-US': 'One field is not valid.',
        'en-GB': 'One field is not valid.',
        'es-ES': 'Un campo no es válido.',
        'fr-FR': "Un champ n'est pas valide.",
        'fr-CH': "Un champ n'est pas valide.",
        'it-IT': 'Un campo non è valido.',
        'nl-BE': 'Eén veld is ongeldig.',
        'nl-NL': 'Eén veld is ongeldig.',
        'pt-PT': 'Um campo não é válido.',
      },
    });
  });

  test.each(names)('%s is a whole sentence with the same placeholders in the ten languages', (name) => {
    const templates = messageTemplates[name];
    const expected = placeholders(templates['en-GB']);
    expect(Object.keys(templates)).toEqual([...languages]);
    for (const language of languages) {
      expect(placeholders(templates[language]), language).toEqual(expected);
      expect(templates[language], language).toMatch(/^[\p{Lu}{].*\.$/u);
    }
  });

  test.each(names)('%s shows every value and leaves no brace', (name) => {
    const keys = placeholders(messageTemplates[name]['en-GB']);
    const { text, t9n } = filled(name, Object.fromEntries(keys.map((key) => [key, `<${key}>`])));
    expect(t9n['en-GB']).toBe(text);
    for (const language of languages) {
      for (const key of keys) expect(t9n[language], language).toContain(`<${key}>`);
      expect(t9n[language], language).not.toMatch(/[{}]|undefined/);
    }
  });

  test('a value that looks like a placeholder stays as it is', () => {
    expect(detail('noSuchResource', { type: 'employee', id: '{type}$&' }).text).toBe(
      'No resource of type employee with the id {type}$& is visible to this client application.',
    );
  });

  test('units follow the language', () => {
    const { text, t9n } = detail('contentTooLarge', { limit: 100 });
    expect(text).toBe('The body of the request is larger than 100 MB.');
    expect(t9n['fr-CH']).toBe('Le corps de la requête dépasse 100 Mo.');
  });

  test('names and kinds of values are checked by the compiler', () => {
    // @ts-expect-error a value is missing
    const withoutValue = () => detail('fieldsInvalid');
    // @ts-expect-error a quantity is a number
    const withText = () => detail('timeout', { seconds: '5' });
    // @ts-expect-error the message has no such placeholder
    const withForeign = () => detail('internal', { seconds: 5 });
    expect([withoutValue, withText, withForeign]).toHaveLength(3);
  });
});
