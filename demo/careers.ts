/**
 * Random careers for the people of the demo company: hiring, positions, moves, departures, returns. Pure. The current
 * month is 0; half a month means its 16th day. Nothing happens in the middle of the current month, so the set of active
 * people does not depend on the day of the first start.
 */
import { type DepartmentKey, departmentAt, departmentKeys, type Job } from './departments.ts';
import type { Dice } from './dice.ts';
import type { TemplateKey } from './occupations.ts';
import { countryOf, type EstablishmentKey } from './organization.ts';

export interface Unit {
  readonly department: DepartmentKey;
  readonly place: EstablishmentKey;
}

export interface Stage extends Unit {
  readonly from: number;
  readonly job: Job;
  readonly role: 'head' | 'lead' | 'member';
  readonly isPartTime: boolean;
}

/** One employment. */
export interface Stay {
  readonly from: number;
  /** The first month without it. */
  readonly until: number | null;
  readonly template: TemplateKey;
  readonly stages: readonly Stage[];
}

export type Path = readonly Stay[];

/** When the first head left, and the first team leader took over. */
const handovers: Partial<Record<DepartmentKey, number>> = { machining: -40, warehouse: -29, salesSpain: -22 };

/** Heads came first, then team leaders, then everybody else: a manager is always hired before their team. */
const arrivals = { directors: [-95, -90], heads: [-88, -80], leads: [-78, -66], members: [-64, -1] } as const;
const founded = -96;
/** One of so many members is hired in the future. */
const upcomingEvery = 32;
const latest = 3;

/** All people of the company, one path each. */
export function planCompany(dice: Dice): Path[] {
  let members = 0;
  return departmentKeys.flatMap((department) =>
    Object.entries(departmentAt(department).staff).flatMap(([at, size], placeIndex) => {
      const unit = { department, place: at as EstablishmentKey };
      const heads = placeIndex === 0 ? 1 : 0;
      const leads = size >= 14 ? Math.floor(size / 10) : 0;
      return Array.from({ length: size }, (_, index): Path => {
        if (index < heads) return [headStay(dice, unit)];
        if (index < heads + leads) return [leadStay(dice, unit, index === heads)];
        members += 1;
        const from = members % upcomingEvery === 0 ? dice.between(1, latest) : arrival(dice, 'members');
        return memberPath(dice, unit, from);
      });
    }),
  );
}

/** Some members begin in the middle of a month. */
function arrival(dice: Dice, who: keyof typeof arrivals): number {
  const [first, last] = arrivals[who];
  const month = dice.between(first, last);
  return who === 'members' && dice.chance(0.2) ? month + 0.5 : month;
}

const permanent = (from: number, until: number | null, stages: readonly Stage[]): Stay => ({
  from,
  until,
  template: 'permanent',
  stages,
});

function headStay(dice: Dice, unit: Unit): Stay {
  const { parent } = departmentAt(unit.department);
  const isDirector = parent === 'company';
  const from = parent === null ? founded : arrival(dice, isDirector ? 'directors' : 'heads');
  return permanent(from, handovers[unit.department] ?? null, [headStage(unit, from)]);
}

/** The category for executives exists only in France. */
const headStage = (unit: Unit, from: number): Stage => ({
  ...unit,
  from,
  job: {
    title: departmentAt(unit.department).head,
    qualification: null,
    category: countryOf(unit.place) === 'france' ? 'executive' : 'office',
  },
  role: 'head',
  isPartTime: false,
});

function leadStay(dice: Dice, unit: Unit, isSuccessor: boolean): Stay {
  const from = arrival(dice, 'leads');
  const handover = isSuccessor ? handovers[unit.department] : undefined;
  const leading = { ...unit, from, job: departmentAt(unit.department).lead, role: 'lead', isPartTime: false } as const;
  return permanent(from, null, handover === undefined ? [leading] : [leading, headStage(unit, handover)]);
}

function memberPath(dice: Dice, unit: Unit, from: number): Path {
  const { template, months } = contract(dice, unit);
  if (months === null) return permanentPath(dice, unit, from, template);
  const until = Math.ceil(from) + months;
  const limited = { from, until, template, stages: [beginning(dice, unit, from, template)] };
  // Half of them get a permanent contract afterwards.
  return until <= 0 && dice.chance(0.5) ? [limited, permanentStay(dice, unit, until, null)] : [limited];
}

function contract(dice: Dice, { place }: Unit): { template: TemplateKey; months: number | null } {
  const drawn = dice.below(100);
  if (drawn < 9) return { template: 'fixedTerm', months: dice.between(6, 18) };
  const isGerman = countryOf(place) === 'germany';
  if (drawn < 14) return isGerman ? { template: 'minijob', months: null } : { template: 'internship', months: 6 };
  return { template: 'permanent', months: null };
}

function permanentPath(dice: Dice, unit: Unit, from: number, template: TemplateKey): Path {
  const fate = dice.below(100);
  const leaving = Math.ceil(from) + dice.between(7, 55);
  if (fate >= 32 || leaving > latest) return [permanentStay(dice, unit, from, null, template)];
  const elsewhere = fate < 3 ? abroad(dice, unit) : undefined;
  // A move to another legal entity is a new employment.
  if (elsewhere) {
    return [permanentStay(dice, unit, from, leaving, template), permanentStay(dice, elsewhere, leaving, null)];
  }
  const left = permanentStay(dice, unit, from, leaving, template);
  const back = leaving + dice.between(4, 22);
  const isBack = fate < 12 && leaving <= 0 && back <= latest;
  return isBack ? [left, permanentStay(dice, unit, back, null)] : [left];
}

function permanentStay(
  dice: Dice,
  unit: Unit,
  from: number,
  until: number | null,
  template: TemplateKey = 'permanent',
): Stay {
  const stages = [beginning(dice, unit, from, template)];
  for (let month = Math.ceil(from); ; ) {
    month += dice.between(12, 34);
    if (month > (until ?? latest) - 1) return { from, until, template, stages };
    const next = development(dice, stages.at(-1) as Stage);
    if (next) stages.push({ ...next, from: month });
  }
}

function beginning(dice: Dice, unit: Unit, from: number, template: TemplateKey): Stage {
  const [first] = departmentAt(unit.department).ladder as [Job];
  const job: Job =
    template === 'internship'
      ? { ...first, title: `Intern, ${first.title.toLowerCase()}`, category: 'apprentice' }
      : first;
  return { ...unit, from, job, role: 'member', isPartTime: template === 'minijob' || dice.chance(0.1) };
}

/** A promotion, another department, other hours, or no change. */
function development(dice: Dice, current: Stage): Stage | null {
  const { ladder } = departmentAt(current.department);
  const drawn = dice.below(100);
  const promotion = ladder[ladder.findIndex(({ title }) => title === current.job.title) + 1];
  if (drawn < 55 && promotion) return { ...current, job: promotion };
  if (drawn < 80) return elsewhere(dice, current);
  return drawn < 92 ? { ...current, isPartTime: !current.isPartTime } : null;
}

const kindOf = ({ department }: Unit) => departmentAt(department).ladder[0]?.category;

const units: readonly Unit[] = departmentKeys.flatMap((department) =>
  Object.keys(departmentAt(department).staff).map((place) => ({ department, place: place as EstablishmentKey })),
);

/** Another department or place of the same legal entity, with work of the same kind. */
function elsewhere(dice: Dice, current: Stage): Stage | null {
  const open = units.filter(
    (unit) =>
      countryOf(unit.place) === countryOf(current.place) &&
      kindOf(unit) === kindOf(current) &&
      (unit.department !== current.department || unit.place !== current.place),
  );
  if (open.length === 0) return null;
  const unit = dice.pick(open);
  return { ...current, ...unit, job: departmentAt(unit.department).ladder[0] as Job };
}

/** Only people in sales move to another country. */
function abroad(dice: Dice, { department, place }: Unit): Unit | undefined {
  if (departmentAt(department).parent !== 'sales') return undefined;
  const open = units.filter((unit) => departmentAt(unit.department).parent === 'sales');
  return dice.pick(open.filter((unit) => countryOf(unit.place) !== countryOf(place)));
}
