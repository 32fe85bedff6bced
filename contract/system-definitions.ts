// The attribute definitions that every account has from the start: one per relevant property of employees, employments
// and job positions. Numbers and ids are never reused.
import { type JsonSchema, jsonSchemaDialect, referenceTo } from './base-schemas.ts';
import { phonePattern } from './kit/values.ts';
import type { Language } from './languages.ts';

export type TargetType = 'employee' | 'employment' | 'job-position';

type Names = Readonly<Record<Language, string>>;

export type SystemPropertyDescription = {
  readonly name: string;
  readonly sortOrder: number;
  readonly taxonomy: null;
  readonly t9n: { readonly name: Names };
};

export type SystemDefinition = {
  /** The last three digits of the ids of its values. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly targetType: TargetType;
  readonly schema: JsonSchema;
  readonly propertyDescriptions: Readonly<Record<string, SystemPropertyDescription>>;
  readonly t9n: { readonly name: Names };
};

type SevenNames = readonly [en: string, de: string, es: string, fr: string, it: string, nl: string, pt: string];

/** Names where the region differs from its neighbour. */
type Regional = { readonly [Region in 'fr-CH' | 'nl-BE']?: string };

const inEveryLanguage = ([en, de, es, fr, it, nl, pt]: SevenNames, regional: Regional): Names => ({
  'de-DE': de,
  'en-US': en,
  'en-GB': en,
  'es-ES': es,
  'fr-FR': fr,
  'fr-CH': regional['fr-CH'] ?? fr,
  'it-IT': it,
  'nl-BE': regional['nl-BE'] ?? nl,
  'nl-NL': nl,
  'pt-PT': pt,
});

const text = (minLength: number, maxLength: number): JsonSchema => ({ type: 'string', minLength, maxLength });

const atMost = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });

const number = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });

const date: JsonSchema = { type: 'string', format: 'date' };
const email: JsonSchema = { type: 'string', format: 'email', minLength: 3, maxLength: 255 };
const phone: JsonSchema = { type: 'string', pattern: phonePattern };

const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

const orNull = ({ type, ...constraints }: JsonSchema): JsonSchema => ({ type: [type, 'null'].flat(), ...constraints });

const kebab = (camel: string): string => camel.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

const camel = (kebabbed: string): string => kebabbed.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const define = (
  number: number,
  targetType: TargetType,
  property: string,
  value: JsonSchema,
  names: SevenNames,
  regional: Regional = {},
  propertyDescriptions: SystemDefinition['propertyDescriptions'] = {},
): SystemDefinition => ({
  number,
  id: `${camel(targetType)}_${property}`,
  name: names[0],
  targetType,
  schema: { $schema: jsonSchemaDialect, title: `${targetType}.${kebab(property)}`, ...value },
  propertyDescriptions,
  t9n: { name: inEveryLanguage(names, regional) },
});

const describe = (sortOrder: number, names: SevenNames): SystemPropertyDescription => ({
  name: names[0],
  sortOrder,
  taxonomy: null,
  t9n: { name: inEveryLanguage(names, {}) },
});

const dayAndMonth = {
  day: describe(0, ['Day', 'Tag', 'Día', 'Jour', 'Giorno', 'Dag', 'Dia']),
  month: describe(1, ['Month', 'Monat', 'Mes', 'Mois', 'Mese', 'Maand', 'Mês']),
};

const onlyDate = { date: describe(0, ['Date', 'Datum', 'Fecha', 'Date', 'Data', 'Datum', 'Data']) };

// biome-ignore format: one definition is one row of schema and one row of names.
export const systemDefinitions: readonly SystemDefinition[] = [
  define(1, 'employee', 'remoteId', orNull(text(1, 100)),
    ['Remote id', 'Externe ID', 'ID externo', 'Identifiant externe', 'ID esterno', 'Externe id', 'ID externo']),
  define(2, 'employee', 'givenName', text(1, 255),
    ['Given name', 'Vorname', 'Nombre', 'Prénom', 'Nome', 'Voornaam', 'Nome próprio']),
  define(3, 'employee', 'familyName', text(1, 255),
    ['Family name', 'Nachname', 'Apellidos', 'Nom de famille', 'Cognome', 'Achternaam', 'Apelido'],
    { 'nl-BE': 'Familienaam' }),
  define(4, 'employee', 'employeeNumber', orNull(text(1, 50)),
    ['Employee number', 'Personalnummer', 'Número de empleado', 'Matricule', 'Numero di matricola', 'Personeelsnummer',
      'Número de colaborador'],
    { 'fr-CH': 'Numéro de personnel' }),
  define(5, 'employee', 'email', orNull(email),
    ['E-mail', 'E-Mail', 'Correo electrónico', 'E-mail', 'E-mail', 'E-mail', 'E-mail']),
  define(6, 'employee', 'phoneNumber', orNull(phone),
    ['Phone number', 'Telefonnummer', 'Número de teléfono', 'Numéro de téléphone', 'Numero di telefono',
      'Telefoonnummer', 'Número de telefone']),
  define(7, 'employee', 'birthDay', orNull(closed({ day: number(1, 31), month: number(1, 12) })),
    ['Birthday', 'Geburtstag', 'Cumpleaños', 'Anniversaire', 'Compleanno', 'Verjaardag', 'Aniversário'],
    {}, dayAndMonth),
  define(8, 'employee', 'portrait', referenceTo('portrait'),
    ['Portrait', 'Porträt', 'Retrato', 'Portrait', 'Ritratto', 'Portret', 'Retrato']),

  define(21, 'employment', 'remoteId', orNull(text(1, 200)),
    ['Remote id', 'Externe ID', 'ID externo', 'Identifiant externe', 'ID esterno', 'Externe id', 'ID externo']),
  define(22, 'employment', 'legalEntity', referenceTo('legal-entity'),
    ['Legal entity', 'Rechtsträger', 'Entidad jurídica', 'Entité juridique', 'Entità giuridica', 'Juridische entiteit',
      'Entidade jurídica']),
  define(23, 'employment', 'start', closed({ date }),
    ['Start', 'Beginn', 'Inicio', 'Début', 'Inizio', 'Begin', 'Início'],
    {}, onlyDate),
  define(24, 'employment', 'end', orNull(closed({ date })),
    ['End', 'Ende', 'Fin', 'Fin', 'Fine', 'Einde', 'Fim'],
    {}, onlyDate),
  define(25, 'employment', 'document', referenceTo('file'),
    ['Document', 'Dokument', 'Documento', 'Document', 'Documento', 'Document', 'Documento']),
  define(26, 'employment', 'template', referenceTo('employment-template'),
    ['Template', 'Vorlage', 'Plantilla', 'Modèle', 'Modello', 'Sjabloon', 'Modelo']),

  define(41, 'job-position', 'remoteId', orNull(text(1, 1024)),
    ['Remote id', 'Externe ID', 'ID externo', 'Identifiant externe', 'ID esterno', 'Externe id', 'ID externo']),
  define(42, 'job-position', 'startsOn', date,
    ['Starts on', 'Beginnt am', 'Empieza el', 'Débute le', 'Inizia il', 'Begint op', 'Começa em']),
  define(43, 'job-position', 'endsOn', orNull(date),
    ['Ends on', 'Endet am', 'Termina el', 'Se termine le', 'Termina il', 'Eindigt op', 'Termina em']),
  define(44, 'job-position', 'businessEstablishment', referenceTo('business-establishment'),
    ['Business establishment', 'Betriebsstätte', 'Centro de trabajo', 'Établissement', 'Sede operativa', 'Vestiging',
      'Estabelecimento'],
    { 'nl-BE': 'Vestigingseenheid' }),
  define(45, 'job-position', 'jobTitle', orNull(text(1, 1024)),
    ['Job title', 'Stellenbezeichnung', 'Denominación del puesto', 'Intitulé du poste', 'Titolo della posizione',
      'Functietitel', 'Designação do cargo']),
  define(46, 'job-position', 'jobQualification', referenceTo('job-qualification'),
    ['Job qualification', 'Berufliche Qualifikation', 'Cualificación profesional', 'Qualification professionnelle',
      'Qualifica professionale', 'Beroepskwalificatie', 'Qualificação profissional']),
  define(47, 'job-position', 'manager', referenceTo('employee'),
    ['Manager', 'Vorgesetzte Person', 'Responsable', 'Responsable', 'Responsabile', 'Leidinggevende', 'Chefia direta']),
  define(48, 'job-position', 'occupationCategory', referenceTo('occupation-category'),
    ['Occupation category', 'Berufskategorie', 'Categoría profesional', 'Catégorie socioprofessionnelle',
      'Categoria professionale', 'Beroepscategorie', 'Categoria profissional'],
    { 'fr-CH': 'Catégorie professionnelle' }),
  define(49, 'job-position', 'workingTimeArrangement', referenceTo('working-time-arrangement'),
    ['Working-time arrangement', 'Arbeitszeitmodell', 'Régimen de jornada', 'Régime de temps de travail',
      'Regime orario', 'Arbeidstijdregeling', 'Regime de horário de trabalho']),
  define(50, 'job-position', 'department', referenceTo('department'),
    ['Department', 'Abteilung', 'Departamento', 'Département', 'Reparto', 'Afdeling', 'Departamento']),
  // A job position calls its document a `document`, an employment calls it a `file`.
  define(51, 'job-position', 'document', referenceTo('document'),
    ['Document', 'Dokument', 'Documento', 'Document', 'Documento', 'Document', 'Documento']),
  define(52, 'job-position', 'notes', orNull(atMost(500)),
    ['Notes', 'Anmerkungen', 'Notas', 'Remarques', 'Note', 'Opmerkingen', 'Notas']),
];
