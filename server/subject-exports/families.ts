/** What is about one person, by the declarations: the person's own row, and everything that belongs to it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { separated } from '../platform/store/address.ts';
import { columnOf, ownerColumn, tableOf } from '../platform/store/columns.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { Page, PageQuery, Position } from '../platform/store/list-page.ts';
import { findPage } from '../platform/store/page.ts';
import { findVersions } from '../platform/store/version-list.ts';

const all = Object.values<Resource>(resources);

/** A new resource that belongs to employees is in every archive without further code. */
export const families: readonly Resource[] = all.filter(
  ({ type, ownedThrough }) => type === employees.type || ownedThrough === employees.type,
);

export const recordedFamilies: readonly Resource[] = families.filter(isRecorded);

/** Every family; where the person is named, versions, reads, files, and the page. */
export const partsOfArchive = families.length + 5;

const columnIn = ({ type }: Resource): string => (type === employees.type ? 'id' : ownerColumn(employees.type));

const about =
  (resource: Resource, employeeId: string): Condition =>
  (place) =>
    `shown_row.${columnIn(resource)} = ${place(employeeId)}::bigint`;

const pageRows = 200;

/** Page by page, so that memory does not depend on the number of rows. */
async function* pages(find: (query: PageQuery) => Promise<Page>, isDescending = false): AsyncGenerator<Page> {
  let start: Position = { isBackward: false, values: null };
  for (let hasNext = true; hasNext; ) {
    const sort = [{ path: 'id', isDescending }];
    const page: Page = await find({ limit: pageRows, sort, filters: [], start, isCounted: false, isLinked: true });
    if (page.ids.length > 0) yield page;
    hasNext = page.hasNext;
    start = { isBackward: false, values: page.last };
  }
}

/** The texts of rows, without their closing brace, page by page. */
export async function* rowsOf(session: Session, resource: Resource, employeeId: string): AsyncGenerator<string[]> {
  const conditions = [about(resource, employeeId)];
  for await (const { representations } of pages((query) => findPage(session, resource, { ...query, conditions }))) {
    yield separated(representations);
  }
}

export interface VersionPage {
  readonly id: string;
  readonly texts: readonly string[];
}

/** The versions of every resource of a family, also of deleted ones; the newest of each resource comes first. */
export async function* versionsAbout(
  session: Session,
  resource: Resource,
  employeeId: string,
): AsyncGenerator<VersionPage> {
  const table = tableOf(resource);
  const ids = await session.run<{ id: string }>(
    statement(`
select id from (
  select id::text as id from ${table} where account_id = $1 and ${columnIn(resource)} = $2::bigint
  union select data_id from versions where account_id = $1 and owner_id = $2::bigint and data_type = '${resource.type}'
) as known order by length(id), id`),
    [employeeId],
  );
  for (const { id } of ids) {
    const found = pages((query) => findVersions(session, resource, id, query), true);
    for await (const { representations } of found) yield { id, texts: separated(representations) };
  }
}

/** A row of somebody or something else that names the person. */
export interface NamedIn {
  readonly type: string;
  readonly id: string;
  readonly member: string;
}

/** Members of other rows that refer to the person, such as the head of a department. */
const naming = all.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([member, field]) =>
    field.target !== employees.type || (resource.ownedThrough === employees.type && member === employees.type)
      ? []
      : [{ resource, member, column: columnOf(member, field), isList: field.column === 'references' }],
  ),
);

export async function* namedIn(session: Session, employeeId: string): AsyncGenerator<NamedIn[]> {
  for (const { resource, member, column, isList } of naming) {
    const names = isList ? `$2::bigint = any(${column})` : `${column} = $2::bigint`;
    const rows = await session.run<{ id: string }>(
      statement(`select id::text as id from ${tableOf(resource)} where account_id = $1 and ${names} order by id`),
      [employeeId],
    );
    if (rows.length > 0) yield rows.map(({ id }) => ({ type: resource.type, id, member }));
  }
}
