/** Every query that a list allows, one form of each filter and each sort key at a time, from its declaration. */
import { filtersOf, sortKeysOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import type { AttributePart } from '../../server/platform/store/attribute-filter.ts';
import type { FilterTerm } from '../../server/platform/store/filter.ts';
import type { PageQuery, SortKey } from '../../server/platform/store/list-page.ts';

export interface Question {
  /** As in an address; `…` stands for a value. */
  readonly title: string;
  readonly asked: PageQuery;
  /** A count reads every match, a page only until it is full. */
  readonly part: 'page' | 'count';
  /** If a list first counts the rows with a value: the result of that count. */
  readonly holders?: 'few' | 'many';
}

const byId: SortKey = { path: 'id', isDescending: false };
const firstPage: PageQuery = {
  limit: 100,
  sort: [byId],
  filters: [],
  start: { isBackward: false, values: null },
  isCounted: false,
  isLinked: false,
};

/** Plans do not depend on values, so these are arbitrary. */
const anyPosition = (sort: readonly SortKey[], isBackward = false): PageQuery['start'] => ({
  isBackward,
  values: sort.map(() => '1'),
});

export function questionsTo(resource: Resource): Question[] {
  const terms = [...Object.entries(filtersOf(resource)).flatMap(formsOf), ...searches(resource)];
  const page = (title: string, asked: Partial<PageQuery>): Question => ({
    title,
    asked: { ...firstPage, ...asked },
    part: 'page',
  });
  return [
    ...sortKeysOf(resource).flatMap((path) => inOrderOf(path, page)),
    page('page=900', { start: 89_900 }),
    ...(resource.attributeKeysIn ? attributeQuestions(page) : []),
    ...(resource.searchedInside.length > 0 ? insideQuestions(page) : []),
    ...terms.flatMap(([title, term, isNarrow]) => [
      page(title, { filters: [term] }),
      ...(isNarrow
        ? [
            page(`${title}&page={after}`, { filters: [term], start: anyPosition([byId]) }),
            { title: `${title}&include=totalCount`, asked: { ...firstPage, filters: [term] }, part: 'count' } as const,
          ]
        : []),
    ]),
  ];
}

function inOrderOf(path: string, page: (title: string, asked: Partial<PageQuery>) => Question): Question[] {
  const keyed = (isDescending: boolean) => [{ path, isDescending }, ...(path === 'id' ? [] : [byId])];
  return [false, true].flatMap((isDescending) => {
    const sort = keyed(isDescending);
    const title = `sort=${isDescending ? '-' : ''}${path}`;
    return [
      page(title, { sort }),
      page(`${title}&page={after}`, { sort, start: anyPosition(sort), isLinked: true }),
      page(`${title}&page={before}`, { sort, start: anyPosition(sort, true), isLinked: true }),
    ];
  });
}

/** Title, term, and whether the filter is positive. */
type Form = readonly [string, FilterTerm, boolean];

function formsOf([name, { forms, isNullable, isNullOnly, values = [] }]: [string, Filter]): Form[] {
  // Words of a closed list can be a part of the statement.
  const [one = '1', other = '2'] = values;
  const among = (asked: readonly string[], hasNull = false, isNegative = false): FilterTerm => ({
    how: 'among',
    name,
    values: asked,
    hasNull,
    isNegative,
  });
  const between = (from: string | null, to: string | null): FilterTerm => ({ how: 'between', name, from, to });
  const equal: Form[] = isNullOnly
    ? []
    : [
        [`${name}=…`, among([one]), true],
        [`${name}=…&${name}=…`, among([one, other]), true],
        [`-${name}=…`, among([one], false, true), false],
      ];
  const nulls: Form[] = isNullable
    ? [
        [`${name}=null`, among([], true), true],
        [`-${name}=null`, among([], true, true), false],
      ]
    : [];
  const ranges: Form[] = [
    [`${name}.between=…--…`, between('1', '2'), true],
    [`${name}.between=…--..`, between('1', null), false],
    [`${name}.between=..--…`, between(null, '2'), false],
  ];
  const ends: Form[] = [
    ...(forms.includes('from') ? [[`${name}=…`, between('1', null), false] as const] : []),
    ...(forms.includes('to') ? [[`${name}=…`, between(null, '2'), false] as const] : []),
  ];
  return [
    ...(forms.includes('equal') ? [...equal, ...nulls] : []),
    ...(forms.includes('range') ? ranges : []),
    ...ends,
  ];
}

const partOf = (definitionId: string, keptAs: AttributePart['keptAs']): AttributePart => ({
  definitionId,
  property: '',
  keptAs,
  isMultiple: false,
  timezoneId: 'UTC',
  today: '2026-01-01',
});

/** By a text and by a number, for every result of the count. */
function attributeQuestions(page: (title: string, asked: Partial<PageQuery>) => Question): Question[] {
  const kinds = [partOf('e_text', 'text'), partOf('e_number', 'number')];
  const byFamilyName = [{ path: 'familyName', isDescending: false }, byId];
  return kinds.flatMap((part) => {
    const name = `attributes.${part.definitionId}`;
    const among = (values: readonly string[], hasNull = false, isNegative = false): FilterTerm =>
      ({ how: 'among', name, values, hasNull, isNegative, part }) as const;
    const inIdOrder = [
      [`${name}=…`, among(['1'])],
      [`${name}=null`, among([], true)],
      [`-${name}=null`, among([], true, true)],
      [`-${name}=…`, among(['1'], false, true)],
    ] as const;
    const looked = [
      [`${name}=…&${name}=…`, { filters: [among(['1', '2'])] }],
      [`${name}.between=…--…`, { filters: [{ how: 'between', name, from: '1', to: '2', part }] }],
      [`${name}=…&sort=familyName`, { filters: [among(['1'])], sort: byFamilyName }],
    ] as const;
    return [
      ...inOrderOf(name, (title, asked) => page(title, { ...asked, sort: withPart(asked.sort, part) })),
      ...lackingPages(name, part, page),
      ...inIdOrder.flatMap(([title, term]) => [
        page(title, { filters: [term] }),
        page(`${title}&page={after}`, { filters: [term], start: anyPosition([byId]) }),
      ]),
      ...looked.flatMap(([title, asked]) =>
        (['few', 'many'] as const).map((holders) => ({ ...page(`${title} (${holders})`, asked), holders })),
      ),
    ];
  });
}

const withPart = (sort: readonly SortKey[] = [], part: AttributePart): SortKey[] =>
  sort.map((key, index) => (index === 0 ? { ...key, part } : key));

/** From a position among rows without a value. */
const lackingPages = (
  name: string,
  part: AttributePart,
  page: (title: string, asked: Partial<PageQuery>) => Question,
): Question[] =>
  [false, true].map((isDescending) => {
    const sort = [{ path: name, isDescending, part }, byId];
    const start = { isBackward: false, values: [null, '1'] };
    return page(`sort=${isDescending ? '-' : ''}${name}&page={after one without}`, { sort, start, isLinked: true });
  });

/** People are searched by their words, and asked about elsewhere. */
const searches = ({ searched, searchedBy }: Resource): Form[] =>
  searched.length === 0 || searchedBy === 'kept-words' ? [] : [['search=…', { how: 'search', text: '…' }, true]];

/** By beginnings and parts of texts, which few or many rows hold. */
function insideQuestions(page: (title: string, asked: Partial<PageQuery>) => Question): Question[] {
  const byFamilyName = [{ path: 'familyName', isDescending: false }, byId];
  const forms = {
    search: { how: 'search', text: '…' },
    contains: { how: 'search', text: '…', isInside: true },
  } as const;
  return Object.entries(forms).flatMap(([name, term]) =>
    (['few', 'many'] as const).flatMap((holders) => [
      { ...page(`${name}=… (${holders})`, { filters: [term] }), holders },
      { ...page(`${name}=…&sort=familyName (${holders})`, { filters: [term], sort: byFamilyName }), holders },
      { ...page(`${name}=…&include=totalCount (${holders})`, { filters: [term] }), part: 'count', holders } as const,
    ]),
  );
}
