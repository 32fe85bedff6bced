/**
 * One example of every resource: as it is read, created and changed. The compiler checks them against the
 * declarations; a test checks them against the schemas, and sends the bodies to the service.
 */
import { baseSchemas } from './base-schemas.ts';
import { type Examples, moments, referenceTo } from './example.ts';
import { attributeExamples } from './examples-attributes.ts';
import { importExamples } from './examples-imports.ts';
import { leaveExamples } from './examples-leaves.ts';
import { peopleExamples } from './examples-people.ts';
import { personalRecord } from './examples-personal-records.ts';
import { webhookExamples } from './examples-webhooks.ts';
import { apiVersion } from './version.ts';

const french = { name: { 'fr-FR': 'Formation sécurité' } };
const taxonomyId = '31';
const taxonomyOf = (baseUrl: string) =>
  ({ id: taxonomyId, type: 'taxonomy', url: `${baseUrl}/svc-api/taxonomies/${taxonomyId}` }) as const;

const definition = (baseUrl: string): Examples['employeeAttributeDefinitions'] => {
  const alike = {
    id: 'e_safety_training',
    name: 'Safety training',
    multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
    t9n: french,
  } as const;
  const course = { name: 'Course', sortOrder: 0 };
  const passedOn = { name: 'Passed on', sortOrder: 1, t9n: { name: { 'fr-FR': 'Obtenue le' } } };
  return {
    read: {
      ...alike,
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { course: baseSchemas['taxonomy-label-reference'], passedOn: baseSchemas['legacy-date'] },
      },
      propertyDescriptions: {
        course: { ...course, taxonomy: taxonomyOf(baseUrl), t9n: {} },
        passedOn: { ...passedOn, taxonomy: null },
      },
      taxonomy: null,
      isConfidential: false,
      isArchived: false,
      lastArchivedAt: null,
      targetType: 'employee',
      category: 'extension',
      isValueReadOnly: false,
      ...moments,
    },
    create: {
      ...alike,
      schema: {
        type: 'object',
        properties: {
          course: { $ref: '/svc-api/schemas/taxonomy-label-reference' },
          passedOn: { $ref: '/svc-api/schemas/legacy-date' },
        },
      },
      propertyDescriptions: { course: { ...course, taxonomy: { id: taxonomyId } }, passedOn },
    },
    update: { name: 'Safety courses' },
  };
};

const label = (baseUrl: string): Examples['taxonomyLabels'] => {
  const alike = { name: 'Fire safety', remoteId: 'FW-01', t9n: { name: { 'fr-FR': 'Sécurité incendie' } } };
  return {
    read: { id: '205', taxonomy: taxonomyOf(baseUrl), ...alike, isArchived: false, lastArchivedAt: null, ...moments },
    create: { taxonomy: { id: taxonomyId }, ...alike },
    update: { isArchived: true },
  };
};

const taxonomy = { name: 'Safety courses', sortLabelsBy: 'name', t9n: french } as const;

const event = (baseUrl: string): Examples['events'] => ({
  read: {
    id: '90412',
    apiVersion,
    topic: 'taxonomy.updated',
    occurredAt: moments.lastUpdatedAt,
    source: baseUrl,
    data: { ...taxonomyOf(baseUrl), ...taxonomy, ...moments },
    businessEstablishment: null,
    author: { type: 'client-application', id: 'app-7f21c09ad5e84b1c93a6e2d0', name: 'Payroll' },
    previousAttributes: { name: 'Courses' },
  },
});

const archival = { isArchived: false, lastArchivedAt: null };

const legalEntity: Examples['legalEntities'] = (() => {
  const alike = {
    legalName: 'Acme France SAS',
    remoteId: 'LE-FR-01',
    countryCode: 'FRA',
    currencyCode: 'EUR',
    taxIdentificationNumber: { format: 'franceSIREN', value: '904518271' },
    industryCode: { format: 'franceAPE', value: '6201Z' },
  } as const;
  return {
    read: { id: '3', ...alike, ...archival, ...moments },
    create: alike,
    update: { remoteId: 'LE-FR-02' },
    unused: '5',
  };
})();

const establishment = (baseUrl: string): Examples['businessEstablishments'] => {
  const alike = {
    name: 'Lyon Part-Dieu',
    remoteId: 'EST-LYO',
    isHeadquarters: true,
    taxIdentificationNumber: { format: 'franceSIRET', value: '90451827100013' },
    industryCode: null,
    address: {
      addressLines: ['14 rue des Tisserands'],
      postalCode: '69003',
      locality: 'Lyon',
      administrativeArea: null,
      countryCode: 'FRA',
    },
    timezoneId: 'Europe/Paris',
  } as const;
  const address = { ...alike.address, addressLines: [...alike.address.addressLines] };
  return {
    read: {
      id: '12',
      ...alike,
      address,
      legalEntity: referenceTo(baseUrl, 'legal-entity', 'legal-entities', '3'),
      ...archival,
      ...moments,
    },
    create: { ...alike, address, legalEntity: { id: '3' } },
    update: { isHeadquarters: false },
    unused: '13',
  };
};

const template = (baseUrl: string): Examples['employmentTemplates'] => {
  const alike = {
    title: 'Permanent contract',
    term: 'permanent',
    audience: 'employee',
    t9n: { title: { 'fr-FR': 'Contrat à durée indéterminée' } },
  } as const;
  const legalEntities = [referenceTo(baseUrl, 'legal-entity', 'legal-entities', '3')];
  return {
    read: { id: '4', ...alike, legalEntities, ...archival, ...moments },
    create: { ...alike, legalEntities: [{ id: '3' }] },
    update: { isArchived: true },
  };
};

const category = (baseUrl: string): Examples['occupationCategories'] => {
  const alike = { title: 'Executive', t9n: { title: { 'fr-FR': 'Cadre' } } };
  const place = referenceTo(baseUrl, 'business-establishment', 'business-establishments', '12');
  return {
    read: { id: '9', ...alike, businessEstablishments: [place], ...moments },
    create: { ...alike, businessEstablishments: [{ id: '12' }] },
    update: { businessEstablishments: null },
  };
};

const profession: Examples['professions'] = (() => {
  const alike = { title: 'Data engineer', t9n: { title: { 'fr-FR': 'Ingénieur de données' } } };
  return {
    read: { id: '14', ...alike, isArchived: false, ...moments },
    create: alike,
    update: { isArchived: true },
    unused: '15',
  };
})();

const qualification = (baseUrl: string): Examples['jobQualifications'] => {
  const alike = {
    title: 'Data engineer, senior',
    rank: 3,
    t9n: { title: { 'fr-FR': 'Ingénieur de données, confirmé' } },
  };
  return {
    read: { id: '27', ...alike, profession: referenceTo(baseUrl, 'profession', 'professions', '14'), ...moments },
    create: { ...alike, profession: { id: '14' } },
    update: { rank: 4 },
    unused: '28',
  };
};

const calendar: Examples['publicHolidaysCalendars'] = {
  read: {
    id: '2',
    name: 'France, without Alsace-Moselle',
    days: [
      { date: '2026-05-01', name: 'Labour Day' },
      { date: '2026-05-08', name: 'Victory Day' },
    ],
  },
  create: { name: 'France, without Alsace-Moselle', days: [{ date: '2026-05-01', name: 'Labour Day' }] },
  update: { name: 'France' },
  unused: '3',
};

const arrangement = (baseUrl: string): Examples['workingTimeArrangements'] => {
  const worked = (weekday: number) => ({ weekday, range: 'allDay' as const, minutes: null });
  const wednesday = { weekday: 3, range: 'firstHalfDay' as const, minutes: 240 };
  const alike = { name: 'Part time, four and a half days', minutesPerDay: 450 };
  return {
    read: {
      id: '6',
      ...alike,
      publicHolidaysCalendar: referenceTo(baseUrl, 'public-holidays-calendar', 'public-holidays-calendars', '2'),
      workingWeek: [worked(1), worked(2), wednesday, worked(4), worked(5)],
      cycle: null,
      isArchived: false,
    },
    create: {
      ...alike,
      publicHolidaysCalendar: { id: '2' },
      workingWeek: [{ weekday: 1 }, { weekday: 2 }, wednesday, { weekday: 4 }, { weekday: 5 }],
    },
    update: { minutesPerDay: 468 },
  };
};

export const examplesAt = (baseUrl: string): Examples => ({
  legalEntities: legalEntity,
  businessEstablishments: establishment(baseUrl),
  ...peopleExamples(baseUrl),
  employeePersonalRecords: personalRecord(baseUrl),
  employmentTemplates: template(baseUrl),
  occupationCategories: category(baseUrl),
  professions: profession,
  jobQualifications: qualification(baseUrl),
  publicHolidaysCalendars: calendar,
  workingTimeArrangements: arrangement(baseUrl),
  ...leaveExamples(baseUrl),
  employeeAttributeDefinitions: definition(baseUrl),
  ...attributeExamples(baseUrl),
  schemas: { read: { id: 'legacy-date', title: 'legacy-date', schema: baseSchemas['legacy-date'] } },
  taxonomies: { read: { id: taxonomyId, ...taxonomy, ...moments }, create: taxonomy, update: { name: 'Courses' } },
  taxonomyLabels: label(baseUrl),
  ...importExamples,
  events: event(baseUrl),
  ...webhookExamples(baseUrl),
});
