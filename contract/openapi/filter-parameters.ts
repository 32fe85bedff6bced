/** The parameters that filter and sort a list. */

import { collectionOf } from '../kit/collection.ts';
import { longestText } from '../kit/field.ts';
import { attributePrefix, filtersOf, sortKeysOf, typeAskedBy, typesSearchedInside } from '../kit/list.ts';
import type { Filter, Resource } from '../kit/resource.ts';
import { anyOf, dateText, momentText, named, string } from '../kit/schema.ts';
import { limits } from '../limits.ts';
import { dayExample, type ExamplesByType, filterExample, rangeExamples, searchExample } from './parameter-examples.ts';
import { flagText, kebabOf, listParameter, query } from './parameter-parts.ts';
import type { Json } from './schemas.ts';

export function sortParameter(resource: Resource): Json {
  const keys = sortKeysOf(resource);
  const known = named(`${resource.type}-sort-key`, anyOf(...keys.flatMap((key) => [key, `-${key}`])));
  const attribute = resource.attributeKeysIn
    ? ` The first may be \`${attributePrefix}<definition>\`, or \`${attributePrefix}<definition>.<property>\`: the value in force today, where there is at most one and it is no long text or reference. Needs a scope for the values.`
    : '';
  return listParameter(
    'sort',
    `Order of the items: a list of different keys of ${keys.map((key) => `\`${key}\``).join(', ')}; a leading \`-\` descends. ${resource.isNewestFirst ? 'Descending' : 'Ascending'} \`id\` unless given; \`id\` also breaks ties.${attribute}`,
    resource.attributeKeysIn
      ? { anyOf: [known, string({ pattern: `^-?${attributeName}$`, maxLength: attributeNameMax })] }
      : known,
    Math.min(limits.sortKeysMax, keys.length + (resource.attributeKeysIn ? 1 : 0)),
    // A log that is followed has one order.
    resource.isFeed ? 'id' : keys.includes('lastUpdatedAt') ? '-lastUpdatedAt' : '-id',
  );
}

const attributeName = `${attributePrefix.replace('.', '\\.')}\\w+(\\.\\w+)*`;
/** A leading `-`, the prefix, the name of a definition and of a property, and `.between`. */
const attributeNameMax = 1 + attributePrefix.length + 255 + 1 + 255 + '.between'.length;

/** Definitions determine their names: an exploded object represents all of them. */
const attributesParameter = (example: Json): Json =>
  query(
    'attributes',
    `Any number of parameters named \`${attributePrefix}<definition>\`, or \`${attributePrefix}<definition>.<property>\` where values are objects: only items that have a value in force today which is one of these, separated by commas. \`null\` stands for "has no value". With a leading \`-\`: none of these. A reference is asked for by \`.id\`; numbers and dates also by \`.between\`, as in \`${attributePrefix}e_badge.between=10--20\`. Long texts, and definitions of the category \`system\`, cannot be asked for. Needs a scope for the values.`,
    {
      type: 'object',
      patternProperties: { [`^-?${attributeName}$`]: { type: 'string', minLength: 1, maxLength: longestText } },
      additionalProperties: false,
    },
    { style: 'form', explode: true, example },
  );

/** A filter on another resource requires a scope that reads it. */
function withNeed(parameter: Json, filter: Filter): Json {
  const type = typeAskedBy(filter);
  return type === null
    ? parameter
    : { ...parameter, description: `${parameter.description} Needs a scope that reads \`${collectionOf(type)}\`.` };
}

export function filterParameters(resource: Resource, examples: ExamplesByType): Json[] {
  const filters = Object.entries(filtersOf(resource)).flatMap(([name, filter]) =>
    [
      ...(filter.forms.includes('equal') ? equalParameters(resource, name, filter, examples) : []),
      ...(filter.forms.includes('range') ? [rangeParameter(name, filter)] : []),
      ...(filter.forms.includes('day') ? [dayParameter(name)] : []),
      ...(filter.forms.includes('from') ? [endParameter(name, filter, 'or later', '2025-05-01')] : []),
      ...(filter.forms.includes('to') ? [endParameter(name, filter, 'or earlier', '2025-06-30')] : []),
    ].map((parameter) => withNeed(parameter, filter)),
  );
  return [
    ...filters,
    ...(resource.searched.length > 0 ? [searchParameter(resource, examples)] : []),
    ...(resource.searchedInside.length > 0 ? [containsParameter(resource, examples)] : []),
    ...(resource.attributeKeysIn ? [attributesParameter(attributeExample(examples))] : []),
  ];
}

/** A filter by a value of the example, if the documents have one. */
function attributeExample(examples: ExamplesByType): Json {
  const attribute = [...examples.values()].find((one) => 'definition' in one && 'value' in one);
  const { definition, value } = (attribute ?? {}) as {
    definition?: { id: string };
    value?: Json;
  };
  const [property, text] = Object.entries(value ?? {}).find(([, one]) => typeof one === 'string') ?? [];
  return definition && property ? { [`${attributePrefix}${definition.id}.${property}`]: text } : {};
}

function equalParameters(resource: Resource, name: string, filter: Filter, examples: ExamplesByType): Json[] {
  const items = itemsOf(resource, name, filter);
  const example = filterExample(resource, name, filter, examples);
  const nulls = filter.isNullable ? ' `null` stands for "has no value".' : '';
  const max = limits.filterValuesMax;
  if (filter.isNullOnly) {
    return [
      listParameter(name, `\`null\`: only items without \`${name}\`.`, items, 1, example),
      listParameter(`-${name}`, `\`null\`: only items with \`${name}\`.`, items, 1, example),
    ];
  }
  return [
    listParameter(name, `Only items whose \`${name}\` is one of these.${nulls}`, items, max, example),
    listParameter(`-${name}`, `Only items whose \`${name}\` is none of these.${nulls}`, items, max, example),
  ];
}

/** `null` is an additional value if the member can be null; otherwise it is refused. */
function itemsOf(resource: Resource, name: string, filter: Filter): Json {
  const nulls = filter.isNullable ? ['null'] : [];
  if (filter.isNullOnly) return named('null-only', anyOf(...nulls));
  if (filter.values) return named(`${resource.type}-${kebabOf(name)}-filter`, anyOf(...filter.values, ...nulls));
  if (filter.kind === 'boolean') return filter.isNullable ? flagOrNull : flagText;
  if (filter.kind === 'integer' && !filter.isNullable) return { type: 'integer', minimum: 0, maximum: 9_999_999_999 };
  const plain = { minLength: 1, maxLength: longestValue(resource, name, filter) };
  if (filter.isNullable || ['text', 'number', 'uuid'].includes(filter.kind)) return string(plain);
  return filter.kind === 'date' ? dateText() : momentText();
}

const flagOrNull = named('true-false-or-null', anyOf('true', 'false', 'null'));

const longest: Readonly<Record<Filter['kind'], number>> = {
  text: longestText,
  number: 255,
  uuid: 255,
  integer: 10,
  decimal: 255,
  boolean: 5,
  date: 10,
  instant: 33,
};

/** A longer value than the member can have matches nothing. */
function longestValue({ fields }: Resource, name: string, { kind, through }: Filter): number {
  const [member = '', part] = name.split('.');
  const own = part === undefined && !through ? fields[member]?.read.maxLength : undefined;
  return typeof own === 'number' ? Math.max(own, 4) : longest[kind];
}

const numericId = '(0|[1-9][0-9]{0,17})';
const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const moment = `${date}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,7})?(Z|[+-][0-9]{2}:[0-9]{2})`;

/** The form of a bound, and its length: from the shortest to the longest. */
const boundForms: Readonly<Partial<Record<Filter['kind'], { form: string; min: number; max: number }>>> = {
  number: { form: numericId, min: 1, max: 18 },
  integer: { form: numericId, min: 1, max: 18 },
  date: { form: date, min: 10, max: 10 },
  instant: { form: moment, min: 20, max: 33 },
};

const open = '..';
const between = '--';

function rangeSchema({ kind }: Filter): Json {
  const { form, min, max } = boundForms[kind] ?? { form: '.+', min: 1, max: 100 };
  const bound = `(${form}|\\.\\.)`;
  return {
    type: 'string',
    pattern: `^${bound}${between}${bound}$`,
    minLength: min + between.length + Math.min(min, open.length),
    maxLength: 2 * max + between.length,
  };
}

function rangeParameter(name: string, filter: Filter): Json {
  const { words, range } = rangeExamples[filter.kind];
  return query(
    `${name}.between`,
    `Only items whose \`${name}\` ${filter.period ? 'has at least one day' : 'lies'} in \`<start>--<end>\`: ${words}. \`..\` leaves one side open. Example: \`${range}\`.`,
    rangeSchema(filter),
    { example: range },
  );
}

const dayParameter = (name: string): Json =>
  query(`${name}.asOf`, `Only items whose \`${name}\` has this day: what held then.`, dateText(), {
    example: dayExample,
  });

const endParameter = (name: string, { path }: Filter, side: string, example: string): Json =>
  query(name, `Only items whose \`${path}\` is this day ${side}.`, dateText(), { example });

/** Members that the whole text may begin. */
const begun = ({ searchedFromStart }: Resource): string =>
  searchedFromStart.length === 0
    ? ''
    : `, or in which the given text begins ${searchedFromStart.map((name) => `\`${name}\``).join(' or ')}`;

const searchParameter = (resource: Resource, examples: ExamplesByType): Json =>
  query(
    'search',
    `Only items in which ${resource.searchedBy === 'parts' ? 'the given text is part of' : 'every given word starts a word of'} ${resource.searched.map((name) => `\`${name}\``).join(' or ')}${begun(resource)}. Case and accents do not matter.`,
    { type: 'string', minLength: 1, maxLength: limits.searchCharactersMax },
    { example: searchExample(resource, examples) },
  );

const containsParameter = (resource: Resource, examples: ExamplesByType): Json =>
  query(
    'contains',
    `Only items in which every given word is a part of ${resource.searchedInside.map((path) => `\`${path}\``).join(' or ')}, also inside a word. Case and accents do not matter.${typesSearchedInside(
      resource,
    )
      .map((type) => ` Needs a scope that reads \`${collectionOf(type)}\`.`)
      .join('')}`,
    { type: 'string', minLength: 1, maxLength: limits.searchCharactersMax },
    { example: searchExample(resource, examples) },
  );
