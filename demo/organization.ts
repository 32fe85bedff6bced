/** The organization of the demo company: Alderbrook makes machine parts in France, Germany and Spain. */
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';
import { type CalendarKey, holidaysOf } from './holidays.ts';
import { categories, professions, type Qualification, templates } from './occupations.ts';
import type { Writer } from './writer.ts';

const legalEntities = {
  france: {
    legalName: 'Alderbrook France SAS',
    remoteId: 'ALD-FR',
    countryCode: 'FRA',
    currencyCode: 'EUR',
    taxIdentificationNumber: { format: 'franceSIREN', value: '904518271' },
    industryCode: { format: 'franceAPE', value: '2562B' },
  },
  germany: {
    legalName: 'Alderbrook Deutschland GmbH',
    remoteId: 'ALD-DE',
    countryCode: 'DEU',
    currencyCode: 'EUR',
    taxIdentificationNumber: { format: 'germanySN', value: '22/815/08152' },
    industryCode: { format: 'germanyWZ', value: '25.62' },
  },
  spain: {
    legalName: 'Alderbrook Ibérica, S.L.',
    remoteId: 'ALD-ES',
    countryCode: 'ESP',
    currencyCode: 'EUR',
    taxIdentificationNumber: { format: 'spainNIF', value: 'B90451827' },
    industryCode: { format: 'spainCNAE', value: '2562' },
  },
} as const satisfies Record<string, JsonObject>;

interface Establishment extends JsonObject {
  readonly of: keyof typeof legalEntities;
}

const establishments = {
  lyon: {
    of: 'france',
    name: 'Lyon, head office',
    remoteId: 'LYO',
    isHeadquarters: true,
    taxIdentificationNumber: { format: 'franceSIRET', value: '90451827100013' },
    address: address('FRA', '69003', 'Lyon', '14 rue des Tisserands'),
    timezoneId: 'Europe/Paris',
  },
  nantes: {
    of: 'france',
    name: 'Nantes, warehouse',
    remoteId: 'NTE',
    taxIdentificationNumber: { format: 'franceSIRET', value: '90451827100021' },
    address: address('FRA', '44300', 'Nantes', 'Parc d’activités de la Chênaie', '3 allée des Cordiers'),
    timezoneId: 'Europe/Paris',
  },
  hamburg: {
    of: 'germany',
    name: 'Hamburg, sales office',
    remoteId: 'HAM',
    isHeadquarters: true,
    address: address('DEU', '20459', 'Hamburg', 'Speicherweg 8'),
    timezoneId: 'Europe/Berlin',
  },
  leipzig: {
    of: 'germany',
    name: 'Leipzig, works',
    remoteId: 'LEJ',
    address: { ...address('DEU', '04179', 'Leipzig', 'Am Gussring 21'), administrativeArea: 'Sachsen' },
    timezoneId: 'Europe/Berlin',
  },
  madrid: {
    of: 'spain',
    name: 'Madrid, sales office',
    remoteId: 'MAD',
    isHeadquarters: true,
    taxIdentificationNumber: { format: 'spainNIF', value: 'B90451827' },
    address: address('ESP', '28004', 'Madrid', 'Calle de los Herreros, 27, 3.º izq.'),
    timezoneId: 'Europe/Madrid',
  },
  lasPalmas: {
    of: 'spain',
    name: 'Las Palmas, service centre',
    remoteId: 'LPA',
    address: {
      ...address('ESP', '35008', 'Las Palmas de Gran Canaria', 'Calle Marina, 5'),
      administrativeArea: 'Canarias',
    },
    timezoneId: 'Atlantic/Canary',
  },
} as const satisfies Record<string, Establishment>;

export type Country = keyof typeof legalEntities;
export type EstablishmentKey = keyof typeof establishments;

/** The country of an establishment; the company has one legal entity in each country. */
export const countryOf = (place: EstablishmentKey): Country => establishments[place].of;

function address(countryCode: string, postalCode: string, locality: string, ...addressLines: string[]): JsonObject {
  return { addressLines, postalCode, locality, countryCode };
}

const calendars = {
  france: 'France, without Alsace-Moselle',
  hamburg: 'Germany, Hamburg',
  saxony: 'Germany, Saxony',
  madrid: 'Spain, Madrid',
  canaries: 'Spain, Canary Islands',
} as const satisfies Readonly<Record<CalendarKey, string>>;

const arrangements = {
  fullTimeFrance: { name: 'Full time, 39 hours', calendar: 'france', isArchived: false },
  fullTimeHamburg: { name: 'Full time, 40 hours', calendar: 'hamburg', isArchived: false },
  fullTimeSaxony: { name: 'Shifts, 38 hours', calendar: 'saxony', isArchived: false },
  fullTimeMadrid: { name: 'Full time, 40 hours, Madrid', calendar: 'madrid', isArchived: false },
  fullTimeCanaries: { name: 'Full time, 40 hours, Canary Islands', calendar: 'canaries', isArchived: false },
  partTimeFrance: { name: 'Part time, four days of seven hours', calendar: 'france', isArchived: false },
  partTimeHamburg: { name: 'Part time, 24 hours', calendar: 'hamburg', isArchived: false },
  partTimeSaxony: { name: 'Part time, mornings', calendar: 'saxony', isArchived: false },
  partTimeMadrid: { name: 'Part time, 25 hours, Madrid', calendar: 'madrid', isArchived: false },
  partTimeCanaries: { name: 'Part time, 25 hours, Canary Islands', calendar: 'canaries', isArchived: false },
} as const;

/** The working time of an establishment. */
export const hours = {
  lyon: { full: 'fullTimeFrance', part: 'partTimeFrance' },
  nantes: { full: 'fullTimeFrance', part: 'partTimeFrance' },
  hamburg: { full: 'fullTimeHamburg', part: 'partTimeHamburg' },
  leipzig: { full: 'fullTimeSaxony', part: 'partTimeSaxony' },
  madrid: { full: 'fullTimeMadrid', part: 'partTimeMadrid' },
  lasPalmas: { full: 'fullTimeCanaries', part: 'partTimeCanaries' },
} as const;

type Ids<Keys extends PropertyKey> = Readonly<Record<Keys, string>>;

export interface DemoOrganization {
  readonly legalEntities: Ids<keyof typeof legalEntities>;
  readonly establishments: Ids<keyof typeof establishments>;
  readonly calendars: Ids<CalendarKey>;
  readonly arrangements: Ids<keyof typeof arrangements>;
  readonly templates: Ids<keyof typeof templates>;
  readonly categories: Ids<keyof typeof categories>;
  /** By title. */
  readonly qualifications: ReadonlyMap<string, string>;
}

/** Returns the ids. */
export async function createOrganization(writer: Writer, years: readonly number[]): Promise<DemoOrganization> {
  const owners = await each(legalEntities, (body) => writer.create('legalEntities', body));
  const places = await each<keyof typeof establishments, Establishment>(establishments, ({ of, ...body }) =>
    writer.create('businessEstablishments', { ...body, legalEntity: { id: owners[of] } }),
  );
  const days = await each(calendars, (name, key) =>
    writer.create('publicHolidaysCalendars', { name, days: years.flatMap((year) => holidaysOf(key, year)) }),
  );
  return {
    legalEntities: owners,
    establishments: places,
    calendars: days,
    arrangements: await each(arrangements, ({ name, calendar, isArchived }) =>
      writer.create('workingTimeArrangements', { name, publicHolidaysCalendar: { id: days[calendar] }, isArchived }),
    ),
    templates: await each(templates, ({ t9n, only, ...body }) => {
      const named = only.map((key) => ({ id: owners[key] }));
      return writer.create('employmentTemplates', { ...body, legalEntities: named, t9n: { title: t9n } });
    }),
    categories: await each(categories, ({ title, t9n, only }) => {
      const named = only?.map((key) => ({ id: places[key] })) ?? null;
      return writer.create('occupationCategories', { title, businessEstablishments: named, t9n: { title: t9n } });
    }),
    qualifications: await createProfessions(writer),
  };
}

async function createProfessions(writer: Writer): Promise<ReadonlyMap<string, string>> {
  const ids = await writer.createAll(
    'professions',
    professions.map(({ title, t9n }) => ({ title, t9n: { title: t9n } })),
  );
  const all = professions.flatMap(({ qualifications }, index) =>
    qualifications.map(({ title, rank, t9n }: Qualification) => {
      const profession = { id: ids[index] as string };
      return { title, rank, profession, t9n: { title: t9n } };
    }),
  );
  const qualificationIds = await writer.createAll('jobQualifications', all);
  return new Map(all.map(({ title }, index) => [title, qualificationIds[index] as string]));
}

/** Ids follow this order. */
async function each<Key extends string, Given>(
  given: Readonly<Record<Key, Given>>,
  make: (one: Given, key: Key) => Promise<string>,
): Promise<Ids<Key>> {
  const keys = Object.keys(given) as Key[];
  const ids = await Promise.all(keys.map((key) => make(given[key], key)));
  return Object.fromEntries(keys.map((key, index) => [key, ids[index]])) as Ids<Key>;
}
