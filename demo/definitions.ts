/** The attribute definitions of the demo company. Every base schema occurs, alone or inside an object. */
import { type BaseSchemaName, baseSchemaPath } from '@muster/contract/base-schemas.ts';
import type { Translations } from '@muster/contract/languages.ts';
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';
import type { DemoTaxonomies } from './taxonomies.ts';
import type { Writer } from './writer.ts';

const single = (name: BaseSchemaName) => ({ $ref: baseSchemaPath(name) });

interface Property {
  readonly of: BaseSchemaName;
  readonly name: string;
  readonly t9n?: Translations;
  /** The id of the taxonomy with the allowed labels. */
  readonly taxonomy?: string;
}

/** An object value: its schema and the descriptions of its properties, in the order given. */
function objectOf(properties: Readonly<Record<string, Property>>): JsonObject {
  const entries = Object.entries(properties);
  const described = ({ name, t9n, taxonomy }: Property, sortOrder: number) => ({
    name,
    sortOrder,
    t9n: { name: t9n ?? {} },
    ...(taxonomy !== undefined && { taxonomy: { id: taxonomy } }),
  });
  return {
    schema: { type: 'object', properties: Object.fromEntries(entries.map(([key, { of }]) => [key, single(of)])) },
    propertyDescriptions: Object.fromEntries(
      entries.map(([key, property], position) => [key, described(property, position)]),
    ),
  };
}

const archivedId = 'e_locker_number';

const objectDefinitions = (taxonomies: DemoTaxonomies): JsonObject[] => [
  {
    id: 'e_safety_training',
    name: 'Safety training',
    t9n: { name: { 'de-DE': 'Sicherheitsschulung', 'fr-FR': 'Formation sécurité' } },
    multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
    ...objectOf({
      course: { of: 'taxonomy-label-reference', name: 'Course', taxonomy: taxonomies.safetyCourses },
      passedOn: { of: 'legacy-date', name: 'Passed on', t9n: { 'de-DE': 'Bestanden am', 'fr-FR': 'Obtenue le' } },
      validUntil: { of: 'legacy-date', name: 'Valid until', t9n: { 'de-DE': 'Gültig bis' } },
      certificate: {
        of: 'file-reference',
        name: 'Certificate',
        t9n: { 'de-DE': 'Zertifikat', 'fr-FR': 'Attestation' },
      },
    }),
  },
  {
    id: 'e_spoken_language',
    name: 'Spoken language',
    t9n: { name: { 'de-DE': 'Sprachkenntnis', 'es-ES': 'Idioma hablado', 'fr-FR': 'Langue parlée' } },
    multipleValueHandling: { sorting: 'descending', sortingProperty: 'level' },
    ...objectOf({
      language: { of: 'taxonomy-label-reference', name: 'Language', taxonomy: taxonomies.languages },
      level: { of: 'short-text', name: 'Level (A1 to C2)', t9n: { 'de-DE': 'Niveau (A1 bis C2)' } },
      isUsedAtWork: { of: 'boolean', name: 'Used at work', t9n: { 'fr-FR': 'Utilisée au travail' } },
    }),
  },
  {
    id: 'e_emergency_contact',
    name: 'Emergency contact',
    t9n: { name: { 'de-DE': 'Notfallkontakt', 'fr-FR': 'Personne à prévenir', 'it-IT': 'Contatto di emergenza' } },
    multipleValueHandling: { sorting: 'ascending', sortingProperty: 'contactName' },
    ...objectOf({
      contactName: { of: 'short-text', name: 'Name' },
      relationship: { of: 'short-text', name: 'Relationship', t9n: { 'de-DE': 'Beziehung', 'fr-FR': 'Lien' } },
      contactPhone: { of: 'phone-number', name: 'Phone number', t9n: { 'de-DE': 'Telefon', 'fr-FR': 'Téléphone' } },
      contactEmail: { of: 'email', name: 'E-mail address', t9n: { 'de-DE': 'E-Mail-Adresse' } },
    }),
  },
  {
    id: 'e_office_badge',
    name: 'Office badge',
    t9n: { name: { 'de-DE': 'Zutrittskarte', 'fr-FR': 'Badge d’accès' } },
    ...objectOf({
      zone: { of: 'taxonomy-label-reference', name: 'Zone', taxonomy: taxonomies.officeBadges },
      badgeNumber: { of: 'int32', name: 'Badge number', t9n: { 'de-DE': 'Kartennummer', 'fr-FR': 'Numéro' } },
      issuedOn: { of: 'legacy-date', name: 'Issued on', t9n: { 'de-DE': 'Ausgegeben am' } },
      deposit: { of: 'decimal', name: 'Deposit paid', t9n: { 'de-DE': 'Pfand', 'fr-FR': 'Caution' } },
    }),
  },
];

const singleDefinitions = (taxonomies: DemoTaxonomies): JsonObject[] => [
  {
    id: 'e_contract_reason',
    name: 'Reason for the fixed term',
    schema: single('taxonomy-label-reference'),
    taxonomy: { id: taxonomies.contractReasons },
    t9n: { name: { 'de-DE': 'Befristungsgrund', 'fr-FR': 'Motif du CDD' } },
  },
  {
    id: 'e_skill',
    name: 'Skill',
    schema: single('taxonomy-label-reference'),
    taxonomy: { id: taxonomies.skills },
    multipleValueHandling: { sorting: 'ascending' },
    t9n: { name: { 'de-DE': 'Kenntnis', 'es-ES': 'Competencia', 'fr-FR': 'Compétence' } },
  },
  {
    id: 'e_mentor',
    name: 'Mentor',
    schema: single('employee-reference'),
    t9n: { name: { 'de-DE': 'Mentor', 'fr-FR': 'Tuteur' } },
  },
  {
    id: 'e_preferred_name',
    name: 'Preferred name',
    schema: single('short-text'),
    t9n: { name: { 'de-DE': 'Rufname', 'fr-FR': 'Nom d’usage', 'nl-BE': 'Roepnaam', 'nl-NL': 'Roepnaam' } },
  },
  { id: 'e_onboarding_notes', name: 'Onboarding notes', schema: single('long-text') },
  {
    id: 'e_remote_days_per_week',
    name: 'Remote days per week',
    schema: single('decimal'),
    t9n: { name: { 'de-DE': 'Homeoffice-Tage je Woche', 'fr-FR': 'Jours de télétravail par semaine' } },
  },
  {
    id: 'e_wants_parking_space',
    name: 'Wants a parking space',
    schema: single('boolean'),
    t9n: { name: { 'de-DE': 'Parkplatz gewünscht', 'fr-FR': 'Souhaite une place de parking' } },
  },
  {
    id: 'e_profile_page',
    name: 'Profile page',
    schema: single('url'),
    multipleValueHandling: { sorting: 'ascending' },
  },
  { id: archivedId, name: 'Locker number', schema: single('int32'), t9n: { name: { 'de-DE': 'Spindnummer' } } },
];

export async function createDefinitions(writer: Writer, taxonomies: DemoTaxonomies): Promise<void> {
  const definitions = [...objectDefinitions(taxonomies), ...singleDefinitions(taxonomies)];
  await writer.createAll('employeeAttributeDefinitions', definitions);
  await writer.update('employeeAttributeDefinitions', archivedId, { isArchived: true });
}
