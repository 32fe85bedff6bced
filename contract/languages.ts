/** The ten languages of the contract. A text without a translation is shown in its original form. */
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
