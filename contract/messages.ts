// The `detail` of problems, in the ten languages of the contract. Placeholders are checked by the compiler; templates
// are split once, so that filling one is a plain concatenation.
import { type Language, languages } from './languages.ts';
import { type Sentence, sentences } from './messages/sentences.ts';

export type MessageName = keyof typeof sentences;

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Quantity = 'count' | 'limit' | 'seconds';

export type MessageValues<Name extends MessageName> = {
  readonly [Key in Placeholder<(typeof sentences)[Name]['en']>]: Key extends Quantity ? number : string;
};

/** Messages without placeholders. */
export type PlainMessageName = {
  [Name in MessageName]: keyof MessageValues<Name> extends never ? Name : never;
}[MessageName];

export type Detail = { readonly text: string; readonly t9n: Readonly<Record<Language, string>> };

/** A message without placeholders needs no values. */
type Values<Name extends MessageName> = keyof MessageValues<Name> extends never
  ? [values?: Readonly<Record<string, never>>]
  : [values: MessageValues<Name>];

const inEveryLanguage = (sentence: Sentence): Record<Language, string> => ({
  'de-DE': sentence.de,
  'en-US': sentence['en-US'] ?? sentence.en,
  'en-GB': sentence.en,
  'es-ES': sentence.es,
  'fr-FR': sentence.fr,
  'fr-CH': sentence['fr-CH'] ?? sentence.fr,
  'it-IT': sentence.it,
  'nl-BE': sentence['nl-BE'] ?? sentence.nl,
  'nl-NL': sentence.nl,
  'pt-PT': sentence.pt,
});

/** Every sentence as written, with its placeholders, in every language. */
export const messageTemplates = Object.fromEntries(
  Object.entries(sentences).map(([name, sentence]) => [name, inEveryLanguage(sentence)]),
) as Readonly<Record<MessageName, Readonly<Record<Language, string>>>>;

/** Literal text and placeholder names in turn, beginning with text. */
type Parts = readonly string[];

const compiled = new Map(
  Object.entries(messageTemplates).map(([name, template]) => [
    name,
    languages.map((language): readonly [Language, Parts] => [language, template[language].split(/\{(\w+)\}/)]),
  ]),
);

const fill = (parts: Parts, values: Readonly<Record<string, string | number>>): string =>
  parts.reduce((text, part, index) => text + (index % 2 === 0 ? part : values[part]), '');

export const detail = <Name extends MessageName>(name: Name, ...[values = {}]: Values<Name>): Detail => {
  const t9n = {} as Record<Language, string>;
  for (const [language, parts] of compiled.get(name) ?? []) t9n[language] = fill(parts, values);
  return { text: t9n['en-GB'], t9n };
};
