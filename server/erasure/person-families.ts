/** What belongs to a person and what names one, by the declarations: a new resource is found without a line here. */

import { administration } from '@muster/contract/administration.ts';
import { type Resource, rowTypesOf } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { resources } from '@muster/contract/resources.ts';
import { columnOf, ownerColumn, tableOf } from '../platform/store/columns.ts';

/** Rows about a person, the person last. Views of such rows are left out. */
export const personFamilies: readonly Resource[] = [
  ...Object.values<Resource>(resources).filter(
    ({ ownedThrough, isWrittenElsewhere }) => ownedThrough === employees.type && !isWrittenElsewhere,
  ),
  employees,
];

/** The column of a family that holds the id of the person. */
export const personColumn = (family: Resource): string => (family === employees ? 'id' : ownerColumn(employees.type));

/** A member of rows that are not about the person, by which they name one. */
export interface PersonReference {
  readonly resource: Resource;
  readonly member: string;
  readonly column: string;
}

/** A row that belongs to the person names them as its owner. Erasures and holds do, and keep the id. */
const isOwner = ({ ownedThrough }: Resource, member: string): boolean =>
  ownedThrough === employees.type && member === ownedThrough;

export const personReferences: readonly PersonReference[] = Object.values<Resource>({ ...resources, ...administration })
  .filter((resource) => !resource.isWrittenElsewhere)
  .flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([member, { target }]) => target === employees.type && !isOwner(resource, member))
      .map(([member, field]) => ({ resource, member, column: columnOf(member, field) })),
  );

/** SQL: the type and id of every row about the person $2, also of rows that are gone, as events name them. */
export const rowsOfPerson = [
  ...personFamilies.map(
    (family) => `select ${family.fields.type ? 'type' : `'${family.type}'`} as type, id::text as id
  from ${tableOf(family)} where account_id = $1 and ${personColumn(family)} = $2::bigint`,
  ),
  `select named.type, version.data_id from versions as version
  cross join lateral unnest(case version.data_type ${personFamilies
    .filter(({ fields }) => fields.type)
    .map((family) => `when '${family.type}' then array['${rowTypesOf(family).join("', '")}']`)
    .join(' ')} else array[version.data_type] end) as named (type)
  where version.account_id = $1 and version.owner_id = $2::bigint`,
].join('\nunion\n');

/** Members that are never shown and hold the id of a person, of rows about others. */
export const hiddenReferences = Object.values<Resource>(resources).flatMap((resource) =>
  Object.keys(resource.hidden)
    .filter((path) => /(manager|approver)\.id$/i.test(path))
    .map((path) => ({ resource, path })),
);
