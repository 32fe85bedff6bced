/** The managers of the demo company. When a manager changes, each member of the team gets a new position. */
import type { Path, Stage } from './careers.ts';
import { type DepartmentKey, departmentAt } from './departments.ts';

/** A stage with the index of the manager; null only at the top. */
export interface LedStage extends Stage {
  readonly managerIndex: number | null;
}

interface Office extends Stage {
  readonly personIndex: number;
  readonly until: number;
}

export type Ledger = (personIndex: number, stage: Stage, until: number | null) => LedStage[];

const neverEnds = Number.POSITIVE_INFINITY;

/** Splits stages at the months in which the manager changes. */
export function leadership(paths: readonly Path[]): { led: Ledger; headOf: (department: DepartmentKey) => number } {
  const offices = paths.flatMap(officesOf);
  const inOffice = (month: number, role: Stage['role'], department: DepartmentKey): Office[] =>
    offices.filter(
      (one) => one.role === role && one.department === department && one.from <= month && month < one.until,
    );

  function above(personIndex: number, { role, department, place }: Stage, month: number): Office | undefined {
    const leads = inOffice(month, 'lead', department).filter((lead) => lead.place === place);
    if (role === 'member' && leads.length > 0) return leads[personIndex % leads.length];
    if (role !== 'head') return inOffice(month, 'head', department)[0];
    const { parent } = departmentAt(department);
    return parent === null ? undefined : inOffice(month, 'head', parent)[0];
  }

  function led(personIndex: number, stage: Stage, until: number | null): LedStage[] {
    const manager = above(personIndex, stage, stage.from);
    const first = { ...stage, managerIndex: manager?.personIndex ?? null };
    const change = manager?.until ?? neverEnds;
    if (change >= (until ?? neverEnds)) return [first];
    return [first, ...led(personIndex, { ...stage, from: change }, until)];
  }

  return { led, headOf: (department) => inOffice(0, 'head', department)[0]?.personIndex as number };
}

const officesOf = (path: Path, personIndex: number): Office[] =>
  path.flatMap(({ stages, until }) =>
    stages.flatMap((stage, index) =>
      stage.role === 'member' ? [] : [{ ...stage, personIndex, until: stages[index + 1]?.from ?? until ?? neverEnds }],
    ),
  );
