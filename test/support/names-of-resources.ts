/** Finds names of single resources in generic code: a type, a table, a column that refers to it. */
import { administration } from '@muster/contract/administration.ts';
import { hiddenOf } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { columnAt, ownerColumn, storedFields, tableOf } from '../../server/platform/store/columns.ts';

// Single words of the administration area, such as account, have other meanings too.
const declared: readonly Resource[] = [
  ...Object.values<Resource>(resources),
  ...Object.values<Resource>(administration).filter(({ type }) => type.includes('-')),
];

const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`;

const quotedType = new RegExp(`(['"\`])${anyOf(declared.map(({ type }) => type))}\\1`, 'g');

export const typesIn = (code: string): readonly string[] => code.match(quotedType) ?? [];

const keyTables = declared.flatMap(({ attributeKeysIn }) => attributeKeysIn ?? []);
const tables = [...declared.map(tableOf), ...keyTables];

/** A table name of one word is recognized by the SQL before it, by its alias, or by a column after it. */
const table = new RegExp(
  [
    `\\b(?:from|join|into|update|table|using|references)\\s+${anyOf(tables)}\\b`,
    `\\b${anyOf(tables)}\\.(?:id|[a-z]+_[a-z_]+)\\b`,
    `(?<!\\[)(['"\`])${anyOf(tables)}\\1`,
  ].join('|'),
  'gi',
);

const ofSeveralWords = [...tables, ...declared.map(({ type }) => ownerColumn(type))].filter((name) =>
  name.includes('_'),
);
const column = new RegExp(`\\b\\w*${anyOf(ofSeveralWords)}\\b`, 'g');

/** Columns of every event and of every row that belongs to a client application. */
const ofAll: readonly string[] = [
  ...storedFields(resources.events).map((field) => field.column),
  ...Object.keys(hiddenOf({ isOwned: true })).map(columnAt),
];

export const tablesAndColumnsIn = (code: string): readonly string[] => [
  ...(code.match(table) ?? []),
  ...(code.match(column) ?? []).filter((name) => !ofAll.includes(name)),
];
