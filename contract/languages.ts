/** The ten languages of the contract. A text without an entry here is shown in its invariant form. */
export const languages = [
  'de-DE',
  'en-US',
  'en-GB',
  'es-ES',
  'fr-FR',
  'fr-CH',
  'it-IT',
  'nl-BE',
  'nl-NL',
  'pt-PT',
] as const;

export type Language = (typeof languages)[number];

export type Translations = Partial<Record<Language, string | null>>;
