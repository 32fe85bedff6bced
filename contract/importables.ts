/** The collections that can be imported, and the names that a line may use instead of ids. */
import { creationColumns } from './kit/columns.ts';
import type { Resource } from './kit/resource.ts';
import { businessEstablishments } from './resources/business-establishments.ts';
import { departments } from './resources/departments.ts';
import { employeeAttributes } from './resources/employee-attributes.ts';
import { employees } from './resources/employees.ts';
import { employmentTemplates } from './resources/employment-templates.ts';
import { employments } from './resources/employments.ts';
import type { ImportedCollection } from './resources/imports.ts';
import { jobPositions } from './resources/job-positions.ts';
import { jobQualifications } from './resources/job-qualifications.ts';
import { leaveAccounts } from './resources/leave-accounts.ts';
import { leaves } from './resources/leaves.ts';
import { occupationCategories } from './resources/occupation-categories.ts';
import { workingTimeArrangements } from './resources/working-time-arrangements.ts';

/** A reference that a line may give by one of these members instead of the id. */
export interface Nameable {
  readonly path: readonly string[];
  readonly resource: Resource;
  readonly members: readonly string[];
}

export interface Importable {
  readonly resource: Resource;
  readonly nameables: readonly Nameable[];
  /** Members with arbitrary parts, which are columns too. */
  readonly openMembers: readonly string[];
}

const person = (member: string): Nameable => ({ path: [member], resource: employees, members: ['remoteId'] });

const template = (path: readonly string[]): Nameable => ({
  path: [...path, 'template'],
  resource: employmentTemplates,
  members: ['title'],
});

const ofPosition = (path: readonly string[]): Nameable[] => [
  { path: [...path, 'businessEstablishment'], resource: businessEstablishments, members: ['remoteId', 'name'] },
  { path: [...path, 'department'], resource: departments, members: ['remoteId', 'name'] },
  { path: [...path, 'manager'], resource: employees, members: ['remoteId'] },
  { path: [...path, 'jobQualification'], resource: jobQualifications, members: ['remoteId', 'title'] },
  { path: [...path, 'occupationCategory'], resource: occupationCategories, members: ['remoteId', 'title'] },
  { path: [...path, 'workingTimeArrangement'], resource: workingTimeArrangements, members: ['name'] },
];

/** Where the first position of a hire stands in its line. */
export const positionOfHire = ['firstEmployment', 'firstJobPosition'];

const declared = (resource: Resource, nameables: readonly Nameable[], openMembers: readonly string[] = []) => ({
  resource,
  nameables,
  openMembers,
});

export const importables: Readonly<Record<ImportedCollection, Importable>> = {
  employees: declared(employees, [template(['firstEmployment']), ...ofPosition(positionOfHire)]),
  employments: declared(employments, [person('employee'), template([]), ...ofPosition(['firstJobPosition'])]),
  'job-positions': declared(jobPositions, [
    { path: ['employment'], resource: employments, members: ['remoteId'] },
    ...ofPosition([]),
  ]),
  departments: declared(departments, [
    { path: ['parent'], resource: departments, members: ['remoteId', 'name'] },
    person('manager'),
  ]),
  'employee-attributes': declared(employeeAttributes, [person('employee')], ['value']),
  leaves: declared(leaves, [
    person('employee'),
    { path: ['leaveAccount'], resource: leaveAccounts, members: ['remoteId', 'name'] },
  ]),
};

/** The members that replace an id, as dotted paths. */
export const namePathsOf = ({ nameables }: Importable): string[] =>
  nameables.flatMap(({ path, members }) => members.map((member) => [...path, member].join('.')));

/** Every column that a file of this collection may have; `*` represents arbitrary keys. */
export const columnNames = (importable: Importable): string[] => [
  'id',
  ...creationColumns(importable.resource),
  ...namePathsOf(importable),
  ...importable.openMembers.map((member) => `${member}.*`),
];
