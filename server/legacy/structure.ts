/** Departments with their tree, legal units and establishments in the legacy format. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import type { Condition } from '../platform/store/condition.ts';
import { inOneOf } from '../platform/store/establishments.ts';
import { singleV3 } from './envelope.ts';
import { type Description, related, written } from './members.ts';
import { addressAt, integer, maybe, perhapsNamed, plainList, text, truth } from './plain-list.ts';
import { everything } from './query/fields.ts';
import { parseQuery } from './query/parse.ts';
import type { LegacyReader, LegacyRequest } from './reader.ts';
import { readPage } from './sql/page.ts';
import { visibleTo } from './users/population.ts';

const pageSizes = { standard: 1000, max: 10_000 };

/** A head whom the reader may not see appears only as an id. */
const headFor = (reader: LegacyReader): Description['relations'][string] => {
  const isTheirs = 'head.account_id = $1 and head.id = department.manager_id';
  return {
    isOptional: true,
    join: (place) =>
      written(
        related('employees', 'head', [isTheirs, ...visibleTo(reader, 'head', place)].join(' and '), true).join,
        place,
      ),
  };
};

const departmentsFor = (reader: LegacyReader): Description => ({
  noun: 'a department',
  table: 'departments',
  row: 'department',
  key: ['department.id'],
  members: {
    id: integer('department.id'),
    name: text('department.name'),
    url: addressAt(reader.baseUrl, 'api/v3/departments', 'department.id'),
    code: maybe(text('department.remote_id')),
    description: maybe(text('department.description')),
    parentId: maybe(integer('department.parent_id')),
    parent: perhapsNamed('parent', 'parent.name', addressAt(reader.baseUrl, 'api/v3/departments', 'parent.id')),
    headId: maybe(integer('department.manager_id')),
    head: perhapsNamed(
      'head',
      `head.given_name || ' ' || head.family_name`,
      addressAt(reader.baseUrl, 'api/v3/users', 'head.id'),
    ),
    level: integer('department.level'),
    sortOrder: integer('department.sort_order'),
    isActive: truth('(not department.is_archived)'),
    hierarchy: { kind: 'constant', json: 'null', isOnRequest: true },
  },
  relations: {
    parent: related('departments', 'parent', 'parent.account_id = $1 and parent.id = department.parent_id', true),
    head: headFor(reader),
  },
  isCountable: true,
  pageSizes,
});

export const departments = plainList({ noun: 'department', description: departmentsFor, seenBy: () => [] });

interface Node {
  readonly node: Readonly<Record<string, unknown>> | null;
  readonly children: Node[];
}

/** What the tree is made of, shown or not. */
const joints = ['id', 'parentId'];

/** All departments as one tree. A parent that filters leave out is replaced by the root. */
export async function departmentTree(request: LegacyRequest): Promise<string[]> {
  const { reader, session } = request;
  const description = { ...departmentsFor(reader), isCountable: false };
  const query = parseQuery(description, request.query, session.now);
  const { isWhole, named } = query.selection;
  const added = isWhole ? [] : joints.filter((name) => !named.has(name));
  const selection = { isWhole, named: new Map([...named, ...added.map((name) => [name, everything] as const)]) };
  const paging = { first: 0, size: pageSizes.max };
  const { parts } = await readPage(session, description, { ...query, selection, paging }, []);
  const rows: Record<string, unknown>[] = JSON.parse(`[${parts.join(',')}]`);
  const shown = (row: Node['node']) => Object.entries(row ?? {}).filter(([name]) => !added.includes(name));
  const nodes = new Map(rows.map((row) => [row.id, { node: Object.fromEntries(shown(row)), children: [] as Node[] }]));
  const root: Node = { node: null, children: [] };
  for (const { id, parentId } of rows) (nodes.get(parentId) ?? root).children.push(nodes.get(id) as Node);
  return singleV3(request, [JSON.stringify(root)]);
}

const limitedTo = (
  { establishments: listed }: LegacyReader,
  resource: typeof legalEntities | typeof businessEstablishments,
  row: string,
): Condition[] => (listed === null ? [] : [(place) => inOneOf(resource, row, `${place(listed)}::bigint[]`)]);

const legalUnitsFor = (reader: LegacyReader): Description => ({
  noun: 'a legal unit',
  table: 'legal_entities',
  row: 'unit',
  key: ['unit.id'],
  members: {
    id: integer('unit.id'),
    name: text('unit.legal_name'),
    url: addressAt(reader.baseUrl, 'organization/structure/api/legal-units', 'unit.id'),
    code: maybe(text('unit.remote_id')),
    countryCode: text('unit.country_code'),
    currencyCode: text('unit.currency_code'),
    legalIdentificationNumber: maybe(text(`unit.tax_identification_number ->> 'value'`)),
    activityCode: maybe(text(`unit.industry_code ->> 'value'`)),
    isArchived: truth('unit.is_archived'),
    createdAt: { kind: 'moment', sql: 'unit.created_at' },
    lastUpdatedAt: { kind: 'moment', sql: 'unit.last_updated_at' },
  },
  relations: {},
  isCountable: true,
  pageSizes,
});

export const legalUnits = plainList({
  noun: 'legal unit',
  description: legalUnitsFor,
  seenBy: (reader) => limitedTo(reader, legalEntities, 'unit'),
});

const establishmentsFor = (reader: LegacyReader): Description => ({
  noun: 'an establishment',
  table: 'business_establishments',
  row: 'establishment',
  key: ['establishment.id'],
  members: {
    id: integer('establishment.id'),
    name: text('establishment.name'),
    url: addressAt(reader.baseUrl, 'organization/structure/api/establishments', 'establishment.id'),
    code: maybe(text('establishment.remote_id')),
    legalUnitId: integer('establishment.legal_entity_id'),
    legalUnit: perhapsNamed(
      'legal_unit',
      'legal_unit.legal_name',
      addressAt(reader.baseUrl, 'organization/structure/api/legal-units', 'legal_unit.id'),
    ),
    isHeadquarters: truth('establishment.is_headquarters'),
    legalIdentificationNumber: maybe(text(`establishment.tax_identification_number ->> 'value'`)),
    activityCode: maybe(text(`establishment.industry_code ->> 'value'`)),
    timeZoneId: maybe(text('establishment.timezone_id')),
    isArchived: truth('establishment.is_archived'),
    createdAt: { kind: 'moment', sql: 'establishment.created_at' },
    lastUpdatedAt: { kind: 'moment', sql: 'establishment.last_updated_at' },
  },
  relations: {
    legal_unit: related(
      'legal_entities',
      'legal_unit',
      'legal_unit.account_id = $1 and legal_unit.id = establishment.legal_entity_id',
    ),
  },
  isCountable: true,
  pageSizes,
});

export const establishments = plainList({
  noun: 'establishment',
  description: establishmentsFor,
  seenBy: (reader) => limitedTo(reader, businessEstablishments, 'establishment'),
});
