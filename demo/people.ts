/**
 * The people of the demo company: 250 over eight years. Each career is written once, as a whole, through the normal
 * rules and with its events.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Employment, Period, Position } from '@muster/server/people/career.ts';
import { newPosition, withNulls } from '@muster/server/people/draft.ts';
import { drawIds, type NewCareer, recordHires } from '@muster/server/people/hire-many.ts';
import type { Tx } from '@muster/server/platform/database/database.ts';
import { type JsonObject, valuesIn } from '@muster/server/platform/verbs/body.ts';
import { type Path, planCompany, type Stay } from './careers.ts';
import { type DepartmentKey, departmentKeys } from './departments.ts';
import { type Dice, dice } from './dice.ts';
import { leadership } from './managers.ts';
import { type Months, monthsFrom } from './months.ts';
import { type Country, countryOf, type DemoOrganization, hours } from './organization.ts';
import { addressOf, type Name, nameSource } from './people-names.ts';
import { personalRecordOf } from './personal-records.ts';
import type { Writer } from './writer.ts';

/** Another seed makes another company. */
const seed = 1868;

export const zone = 'Europe/Paris';

export type DepartmentIds = Readonly<Record<DepartmentKey, string>>;

interface Person extends Name {
  readonly country: Country;
  readonly path: Path;
}

const countries: readonly Country[] = ['france', 'germany', 'spain'];

export async function createPeople(
  tx: Tx,
  writer: Writer,
  organization: DemoOrganization,
  departmentIds: DepartmentIds,
): Promise<void> {
  const chance = dice(seed);
  const months = monthsFrom(tx.now, zone);
  const people = namedPeople(chance);
  const ids = await drawIds(tx, employees, people.length);
  const careers = await careersOf(tx, chance, months, people, ids, organization, departmentIds);
  await recordHires(tx, careers);
  const { headOf } = leadership(people.map(({ path }) => path));
  for (const key of departmentKeys) {
    await writer.update('departments', departmentIds[key], { manager: { id: ids[headOf(key)] } });
  }
}

/** In the order of hiring, which ids and numbers follow. */
function namedPeople(chance: Dice): Person[] {
  const paths = planCompany(chance).toSorted((one, other) => (one[0]?.from ?? 0) - (other[0]?.from ?? 0));
  const nextName = nameSource(chance);
  return paths.map((path) => {
    const place = path[0]?.stages[0]?.place ?? 'lyon';
    const country = chance.chance(0.07) ? chance.pick(countries) : countryOf(place);
    return { ...nextName(country), country, path };
  });
}

async function careersOf(
  tx: Tx,
  chance: Dice,
  months: Months,
  people: readonly Person[],
  ids: readonly string[],
  organization: DemoOrganization,
  departmentIds: DepartmentIds,
): Promise<NewCareer[]> {
  const { led } = leadership(people.map(({ path }) => path));
  const drafts = people.map(({ path }, personIndex) =>
    path.map((stay) => ({
      stay,
      stages: stay.stages.flatMap((stage, index) =>
        led(personIndex, stage, stay.stages[index + 1]?.from ?? stay.until),
      ),
      probation: probationOf(chance, months, stay),
    })),
  );
  const stays = drafts.flat();
  const count = (of: (draft: (typeof stays)[number]) => number) => stays.reduce((sum, draft) => sum + of(draft), 0);
  const employmentIds = (await drawIds(tx, employments, stays.length)).values();
  const positionIds = (
    await drawIds(
      tx,
      jobPositions,
      count(({ stages }) => stages.length),
    )
  ).values();
  const periodIds = (
    await drawIds(
      tx,
      probationaryPeriods,
      count(({ probation }) => (probation ? 1 : 0)),
    )
  ).values();
  const next = (from: Iterator<string>): string => from.next().value as string;

  return people.map((person, personIndex) => {
    const employee = { id: ids[personIndex] as string };
    const employments: Employment[] = [];
    const positions: Position[] = [];
    const periods: Period[] = [];
    for (const { stay, stages, probation } of drafts[personIndex] ?? []) {
      const employment = { id: next(employmentIds) };
      const own = employmentOf(months, stay, organization);
      employments.push({ ...own, ...employment, employee });
      if (probation) periods.push({ ...probation, id: next(periodIds), employment, 'employee.id': employee.id });
      for (const stage of stages) {
        const manager = stage.managerIndex === null ? null : { id: ids[stage.managerIndex] };
        const body = { employment, manager, ...positionBody(months, stage, organization, departmentIds) };
        positions.push(newPosition(valuesIn(jobPositions, body, ''), employee, next(positionIds)));
      }
    }
    const hiredOn = months.day((person.path[0] as Stay).from);
    const personalRecord = chance.chance(0.1) ? null : personalRecordOf(chance, person, hiredOn);
    const values = { ...employeeValues(person, personIndex), ...employee };
    return { employee: values, employments, positions, periods, personalRecord };
  });
}

function employeeValues(person: Person, index: number): JsonObject {
  const number = String(index + 1).padStart(4, '0');
  const values = valuesIn(
    employees,
    {
      givenName: person.given,
      familyName: person.family,
      employeeNumber: number,
      remoteId: `ALD-${number}`,
      email: `${addressOf(person)}@alderbrook.example`,
      phoneNumber: deskPhoneOf(person, number),
    },
    '',
  );
  return withNulls(employees, values);
}

/** For people in offices, from ranges that authorities reserve for fiction; no Spanish range is known. */
function deskPhoneOf({ path }: Person, number: string): string | null {
  const first = path[0]?.stages[0];
  if (first === undefined || first.job.category === 'production') return null;
  const phones = { france: `+3346571${number}`, germany: `+494066969${number.slice(1)}`, spain: null };
  return phones[countryOf(first.place)];
}

const employmentOf = (months: Months, { from, until, template }: Stay, { templates }: DemoOrganization) => ({
  remoteId: null,
  document: null,
  start: { date: months.day(from) },
  end: until === null ? null : { date: months.eve(until) },
  template: { id: templates[template] },
});

function positionBody(
  months: Months,
  { from, place, department, job, isPartTime }: Stay['stages'][number],
  { establishments, arrangements, categories, qualifications }: DemoOrganization,
  departmentIds: DepartmentIds,
): JsonObject {
  const qualification = job.qualification && qualifications.get(job.qualification);
  return {
    startsOn: months.day(from),
    businessEstablishment: { id: establishments[place] },
    department: { id: departmentIds[department] },
    jobTitle: job.title,
    jobQualification: qualification ? { id: qualification } : null,
    occupationCategory: { id: categories[job.category] },
    workingTimeArrangement: { id: arrangements[hours[place][isPartTime ? 'part' : 'full']] },
  };
}

const probationMonths: Readonly<Record<Country, number>> = { france: 4, germany: 6, spain: 2 };
const extensionMonths = 2;

/** Only for permanent contracts that last long enough. Some are extended, which is not possible in Germany. */
function probationOf(chance: Dice, months: Months, { from, until, template, stages }: Stay) {
  const country = countryOf(stages[0]?.place ?? 'lyon');
  const length = probationMonths[country];
  const isExtended = chance.chance(0.12) && country !== 'germany';
  if (template !== 'permanent' || from + length + extensionMonths > (until ?? Number.POSITIVE_INFINITY)) return null;
  return {
    initialEndsOn: months.eve(from + length),
    extendedEndsOn: isExtended ? months.eve(from + length + extensionMonths) : null,
  };
}
