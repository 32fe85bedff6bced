/** A column of the table of people: what it shows, and what an export writes for it. */
import type { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { type Embedded, embeddedIn } from '../../../data/queries.ts';
import type { Column } from '../../../resource/columns.tsx';
import type { Person } from '../career.ts';

/** A day is written as a day, not as text. */
export type Exported = string | number | boolean | { readonly day: string } | null | undefined;

export type PersonColumn = Column<typeof employees> & {
  readonly exported: (person: Person, embedded: Embedded) => Exported | Promise<Exported>;
};

/** Embedded in every page of people; absent if the role does not allow it. */
export const positionOf = (embedded: Embedded, { applicableJobPosition: { id } }: Person) =>
  embeddedIn(embedded, jobPositions, id);
export const employmentOf = (embedded: Embedded, { applicableEmployment: { id } }: Person) =>
  embeddedIn(embedded, employments, id);

export const dayCell = (day: string | null | undefined): Exported => (day ? { day } : null);
