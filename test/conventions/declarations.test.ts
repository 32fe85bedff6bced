/** Compares the declarations with the migrated database and with each other, to find errors before a request does. */

import type { Link } from '@muster/contract/kit/link.ts';
import { filtersOf, sortKeysOf } from '@muster/contract/kit/list.ts';
import { collectionOf, type Filter, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { declaredAs, resourceOf } from '@muster/contract/resources.ts';
import {
  administrationFamilies,
  administrationScopes,
  scopes as grantableScopes,
  scopeFamilies,
  scopesIn,
} from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnAt, ownerColumn, storedFields, tableOf } from '../../server/platform/store/columns.ts';
import { everyAdministration } from '../support/administration-examples.ts';
import { everyResource as everyServed } from '../support/examples.ts';
import { type TestService, testService } from '../support/service.ts';

/** Tables that are read before the account is known, or across accounts; their migrations say why. */
const openTables: readonly string[] = [
  'administrator_invitations',
  'administrators',
  'api_key_secrets',
  'api_keys',
  'client_application_secrets',
  'client_applications',
  'erasure_queue',
  'encryption_keys',
  'encryption_progress',
  'nodes',
  'import_queue',
  'outbox',
  'retention_nights',
  'subject_export_queue',
  'webhook_queues',
];

/** Resources of both areas that the store reads; singletons are composed from several tables. */
const everyResource = [...everyServed, ...everyAdministration.filter(({ idKind }) => idKind !== 'text')];

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly is_nullable: boolean;
}

interface Index {
  readonly table_name: string;
  readonly columns: string[];
  readonly is_unique: boolean;
  /** The condition of a partial index; null: all rows. */
  readonly condition: string | null;
}

let service: TestService;
let columns: Column[];
let indexes: Index[];
let views: string[];

beforeAll(async () => {
  service = await testService();
  const { query } = service.database;
  columns = await query<Column>(`
    select table_name::text, column_name::text, data_type::text, is_nullable = 'YES' as is_nullable
    from information_schema.columns where table_schema = 'public'`);
  indexes = await query<Index>(`
    select indrelid::regclass::text as table_name, indisunique as is_unique,
      pg_get_expr(indpred, indrelid) as condition,
      array(
        select regexp_replace(pg_get_indexdef(indexrelid, place, true), '\\s+', ' ', 'g')
        from generate_series(1, indnkeyatts) place
      ) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace`);
  views = (
    await query<{ name: string }>(
      `select table_name::text as name from information_schema.views where table_schema = 'public'`,
    )
  ).map(({ name }) => name);
});
afterAll(() => service.stop());

const spelled: Record<string, string> = {
  timestamptz: 'timestamp with time zone',
  'bigint[]': 'ARRAY',
  'text[]': 'ARRAY',
};

const columnOf = (resource: Resource, name: string) =>
  columns.find(({ table_name, column_name }) => table_name === tableOf(resource) && column_name === name);

const isServed = (table: string, wanted: readonly string[], condition: string | null = null): boolean =>
  indexes.some(
    (index) =>
      index.table_name === table &&
      (index.condition === null || index.condition === condition) &&
      wanted.every((column, place) => index.columns[place] === column),
  );

/** As PostgreSQL prints it, on one line. */
const openLast = (column: string): string => `( CASE WHEN ${column} IS NULL THEN 'infinity'::date ELSE ${column} END)`;

/** A range never includes null. */
const isRangeOnly = ({ forms }: Filter) => !forms.includes('equal');

describe.each(everyResource)('$type', (resource: Resource) => {
  const table = tableOf(resource);

  /** Rows that others write store their finished text; their columns serve only to find it. */
  const isWritten = resource.operations.includes('create') && !resource.isWrittenElsewhere;

  test('has a column of the right type for every member', () => {
    for (const { name, column, sqlType } of storedFields(resource)) {
      const found = columnOf(resource, column);
      if (found || isWritten) expect([name, found?.data_type]).toEqual([name, spelled[sqlType] ?? sqlType]);
    }
    const kept = ['account_id', 'id', 'revision', 'representation'].map(
      (name) => columnOf(resource, name) !== undefined,
    );
    expect(kept).toEqual([true, true, true, true]);
    if (!resource.isWrittenElsewhere) expect(columnOf(resource, 'representation_version')?.data_type).toBe('bigint');
  });

  test('allows null in a column exactly where the member may be null', () => {
    if (views.includes(table)) return;
    for (const { name, field, column } of storedFields(resource)) {
      const found = columnOf(resource, column);
      if (found && name in resource.fields) expect([name, found.is_nullable]).toEqual([name, field.isNullable]);
    }
    expect(columnOf(resource, 'representation')?.is_nullable).toBe(false);
  });

  test('says through whom its rows are in an establishment, if they belong to somebody', () => {
    // Before a row is read, the day rollover updates its owner, and it knows only employees.
    const owner = employees;
    const isOwned = columnOf(resource, ownerColumn(owner.type)) !== undefined;
    expect(resource.ownedThrough).toBe(isOwned ? owner.type : undefined);
    const { establishmentAt, seenThrough } = resource;
    if (establishmentAt) expect(columnOf(resource, columnAt(establishmentAt))?.data_type).toBe('bigint');
    if (seenThrough) expect(resourceOf(seenThrough.type)?.fields[seenThrough.member]?.target).toBe(resource.type);
  });

  test('names a hidden column where only some rows are served, and members that exist where a link depends on them', () => {
    if (resource.shownWhile) expect(Object.keys(resource.hidden)).toContain(resource.shownWhile.path);
    for (const [key, link] of Object.entries<Link>(resource.links)) {
      if ('file' in link)
        expect([key, Object.keys(resource.fields)]).toEqual([key, expect.arrayContaining([link.file])]);
      const condition = 'while' in link ? link.while : undefined;
      const referred = 'refersTo' in link ? link.refersTo : condition?.of;
      if (referred !== undefined) {
        expect([key, columnOf(resource, ownerColumn(referred))?.data_type]).toEqual([key, 'bigint']);
      }
      if (condition === undefined) continue;
      const holder = condition.of === undefined ? resource : declaredAs(condition.of);
      expect([key, holder.fields[condition.member]?.read.enum]).toEqual([key, expect.arrayContaining([condition.is])]);
    }
  });

  const isListed = resource.operations.includes('list');

  test.runIf(isListed)('has a column for every filter, which is null only where the filter may ask for null', () => {
    for (const [name, filter] of Object.entries(filtersOf(resource)).filter(([, { isWorkedOut }]) => !isWorkedOut)) {
      const column = columnOf(resource, columnAt(filter.path ?? name));
      expect([name, column !== undefined]).toEqual([name, true]);
      if (!views.includes(table) && !filter.isNullable && !isRangeOnly(filter))
        expect([name, column?.is_nullable]).toEqual([name, false]);
    }
  });

  test.runIf(isListed)('has an index under every order of its lists', () => {
    if (views.includes(table)) return;
    for (const key of sortKeysOf(resource)) {
      const isText = key !== 'id' && resource.fields[key]?.column === 'text';
      const column = isText ? `${columnAt(key)}_ordering` : columnAt(key);
      const { is_nullable, data_type } = columnOf(resource, column) as Column;
      // A page continues by comparing rows, and null compares with nothing: an open date is sorted as infinite.
      if (is_nullable) expect([key, data_type]).toEqual([key, 'date']);
      const ordered = is_nullable ? openLast(column) : column;
      const wanted = key === 'id' ? ['account_id', 'id'] : ['account_id', ordered, 'id'];
      expect([key, isServed(table, wanted)]).toEqual([key, true]);
    }
  });

  test('shows when its rows expire, if they do', () => {
    if (resource.expiresBy !== undefined) expect(resource.fields.expiresAt?.column).toBe('timestamptz');
  });

  test('has words to search exactly where it is searched', () => {
    const isKeptApart = resource.searchedBy === 'kept-words';
    expect(columnOf(resource, 'searched') !== undefined).toBe(resource.searched.length > 0 && !isKeptApart);
    for (const name of resource.searched) expect(resource.fields[name]?.column).toBe('text');
  });

  test('orders and searches by members that exist', () => {
    const names = [...resource.sortable, ...resource.searched].map((path) => path.replace(/\.date$/, ''));
    for (const name of names) expect(resource.fields).toHaveProperty([name]);
  });

  test('lives at the plural of its type, in words of lower case', () => {
    expect(resource.path).toBe(collectionOf(resource.type));
    expect(resource.type).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('is opened by scopes that can be granted', () => {
    const families = resource.area ? administrationFamilies : scopeFamilies;
    const everyScope = resource.area ? administrationScopes : grantableScopes;
    for (const family of resource.scopes === 'any-token' ? [] : resource.scopes)
      expect(families).toHaveProperty(family);
    for (const operation of resource.operations) {
      const needed = scopesIn(scopesFor(resource, operation));
      const grantable = needed.filter((scope) => everyScope.includes(scope));
      expect([operation, grantable.length > 0]).toEqual([operation, resource.scopes !== 'any-token']);
      const isWrite = ['create', 'update', 'remove'].includes(operation);
      if (isWrite) expect(grantable).toEqual(needed);
    }
    for (const { needs } of Object.values(resource.links)) {
      for (const scope of needs) expect(everyScope).toContain(scope);
    }
  });

  test('refers to types that have a collection', () => {
    const targets = Object.values(resource.fields).flatMap(({ target, keptAs }) => keptAs ?? target ?? []);
    for (const target of targets) expect(everyResource.map(({ type }) => type)).toContain(target);
  });

  /** Resources about events record none, nor do imports, whose rows record theirs; actions of people are in the audit log. */
  const isOfEvents = /^(webhook-(re)?deliver|import$)/.test(resource.type) || resource.area !== undefined;

  test.skipIf(isOfEvents)('records an event for each way in which it can change', () => {
    const verbs = { create: 'created', update: 'updated', remove: 'deleted' } as const;
    for (const [operation, verb] of Object.entries(verbs)) {
      const isOffered = (resource.operations as readonly string[]).includes(operation);
      if (isOffered) expect(resource.events).toContain(verb);
    }
  });

  test('has the common members in their common shape', () => {
    expect(Object.keys(resource.fields)[0]).toBe('id');
    for (const name of Object.keys(resource.fields)) expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
    for (const name of ['url', 'links', 'embedded']) expect(resource.fields).not.toHaveProperty(name);
    // Rows of different types have their type from the start.
    if (resource.fields.type) expect(resource.fields.type).toMatchObject({ create: 'required', update: 'absent' });
    // An immutable row has no time of its last change.
    if (resource.operations.includes('update') && !resource.isWrittenElsewhere)
      expect('createdAt' in resource.fields).toBe('lastUpdatedAt' in resource.fields);
    expect('isArchived' in resource.fields || !('lastArchivedAt' in resource.fields)).toBe(true);
  });
});

test('types and paths are each used once', () => {
  for (const names of [everyResource.map(({ type }) => type), everyResource.map(({ path }) => path)]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

describe('every table of an account', () => {
  const tables = () => [
    ...new Set(
      columns
        .filter(({ column_name, table_name }) => column_name === 'account_id' && !views.includes(table_name))
        .map(({ table_name }) => table_name)
        .filter((name) => !openTables.includes(name)),
    ),
  ];

  test('has a key that begins with the account', () => {
    for (const table of tables()) {
      const keys = indexes.filter((index) => index.table_name === table && index.is_unique && index.condition === null);
      expect([table, keys.some((key) => key.columns[0] === 'account_id')]).toEqual([table, true]);
      expect([table, keys.every((key) => key.columns[0] === 'account_id')]).toEqual([table, true]);
    }
  });

  test('is closed to other accounts, its owner included', async () => {
    const rows = await service.database.query<{ relname: string }>(`
      select relname::text from pg_class where relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity`);
    expect(rows.map(({ relname }) => relname)).toEqual(expect.arrayContaining(tables()));
    expect(tables().length).toBeGreaterThan(0);
  });

  test('has an index under each of its foreign keys, which begin with the account', async () => {
    const keys = await service.database.query<{ table_name: string; name: string; columns: string[] }>(`
      select conrelid::regclass::text as table_name, conname::text as name,
        array(select attname::text from unnest(conkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    const own = keys.filter(({ table_name }) => tables().includes(table_name));
    expect(own.length).toBeGreaterThan(0);
    for (const { table_name, name, columns: parts } of own) {
      expect([name, parts[0]]).toEqual([name, 'account_id']);
      // A filter by a reference never looks for null.
      expect([name, isServed(table_name, parts, `(${parts.at(-1)} IS NOT NULL)`)]).toEqual([name, true]);
    }
  });
});
