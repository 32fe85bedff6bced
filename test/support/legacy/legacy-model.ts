/**
 * A simple, independent model of the legacy query language: random queries, and the rows that they must find, computed
 * in memory from rows that were read without a filter.
 */
import fc from 'fast-check';

export type Kind = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'moment';

export interface ComparedMember {
  readonly path: string;
  readonly kind: Kind;
  readonly isNullable?: boolean;
  /** Its path contains an array: rows cannot be sorted by it. */
  readonly isSeveral?: boolean;
  /** Of an enumeration: other values are refused. */
  readonly values?: readonly string[];
}

export type ShownRow = Readonly<Record<string, unknown>>;

interface ModelTerm {
  readonly member: ComparedMember;
  readonly operator: string | null;
  /** As they are sent; null is written as a word. */
  readonly values: readonly (string | null)[];
}

export interface Question {
  readonly terms: readonly ModelTerm[];
  readonly order: readonly { readonly member: ComparedMember; readonly isDescending: boolean }[];
  readonly paging: { readonly first: number; readonly size: number } | null;
}

/** The values at a path: several after an array, one null after a null. */
export function valuesAt(row: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, name) =>
      found.flatMap((one) => {
        const value = one === null ? null : (one as ShownRow)[name];
        return Array.isArray(value) ? value : [value];
      }),
    [row],
  );
}

/* ---- evaluation ---- */

const dayMs = 86_400_000;

/** The start of the period that a written date means, and the start of the next one. */
function spanOf(written: string): readonly [number, number] {
  const [year, month, day, ...time] = written.split(/[-T:Z]/).filter((part) => part !== '');
  const padded = [month, day, ...time].map((part) => String(part).padStart(2, '0'));
  const isDay = time.length === 0;
  const [hour = '00', minute = '00', second = '00'] = padded.slice(2);
  const from = Date.parse(`${year}-${padded[0]}-${padded[1]}T${hour}:${minute}:${second}Z`);
  return [from, from + (isDay ? dayMs : 1000)];
}

type Test = (value: string | number | boolean, wanted: readonly string[]) => boolean;

const lowered = (value: unknown): string => String(value).toLowerCase();

const textTests: Readonly<Record<string, Test>> = {
  equals: (value, wanted) => wanted.includes(String(value)),
  like: (value, wanted) => wanted.some((one) => lowered(value).includes(lowered(one))),
  starts: (value, wanted) => wanted.some((one) => lowered(value).startsWith(lowered(one))),
};

const numberTests: Readonly<Record<string, Test>> = {
  equals: (value, wanted) => wanted.map(Number).includes(value as number),
  greaterthan: (value, [one]) => (value as number) > Number(one),
  greaterthanorequal: (value, [one]) => (value as number) >= Number(one),
  lessthan: (value, [one]) => (value as number) < Number(one),
  lessthanorequal: (value, [one]) => (value as number) <= Number(one),
};

const from = (one: string | undefined): number => spanOf(one ?? '')[0];
const until = (one: string | undefined): number => spanOf(one ?? '')[1];
const ms = (value: unknown): number => Date.parse(`${value}Z`);

const dateTests: Readonly<Record<string, Test>> = {
  equals: (value, wanted) => wanted.some((one) => ms(value) >= from(one) && ms(value) < until(one)),
  since: (value, [one]) => ms(value) >= from(one),
  until: (value, [one]) => ms(value) < until(one),
  between: (value, [one, other]) => ms(value) >= from(one) && ms(value) < until(other),
  greaterthan: (value, [one]) => ms(value) >= until(one),
  greaterthanorequal: (value, [one]) => ms(value) >= from(one),
  lessthan: (value, [one]) => ms(value) < from(one),
  lessthanorequal: (value, [one]) => ms(value) < until(one),
};

const testsOf: Readonly<Record<Kind, Readonly<Record<string, Test>>>> = {
  text: textTests,
  integer: numberTests,
  number: numberTests,
  date: dateTests,
  moment: dateTests,
  boolean: { equals: (value, wanted) => wanted.includes(String(value)) },
};

function isMet({ member, operator, values }: ModelTerm, value: unknown): boolean {
  const wanted = values.filter((one) => one !== null);
  const hasNull = wanted.length < values.length;
  const isNegative = operator === 'notequal';
  if (value === null) return hasNull !== isNegative;
  const name = isNegative || operator === null ? 'equals' : operator;
  const test = testsOf[member.kind][name];
  if (!test) throw new Error(`${name} is no operator for ${member.kind}.`);
  const isFound = wanted.length > 0 && test(value as string, wanted);
  return isFound !== isNegative;
}

/** The sort key of texts: without accents and case. */
const folded = (value: string): string =>
  value
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

function compare({ kind }: ComparedMember, one: unknown, other: unknown): number {
  if (one === other) return 0;
  // Null sorts last.
  if (one === null || other === null) return one === null ? 1 : -1;
  if (kind === 'text') return Buffer.compare(Buffer.from(folded(String(one))), Buffer.from(folded(String(other))));
  return (one as number) < (other as number) ? -1 : 1;
}

/** Rows come in the default order of a list. */
export function expectedRows(rows: readonly ShownRow[], { terms, order, paging }: Question): ShownRow[] {
  const met = rows.filter((row) =>
    terms.every((term) => valuesAt(row, term.member.path).some((value) => isMet(term, value))),
  );
  const sorted = met.toSorted((one, other) => {
    for (const { member, isDescending } of order) {
      const difference = compare(member, valuesAt(one, member.path)[0], valuesAt(other, member.path)[0]);
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return rows.indexOf(one) - rows.indexOf(other);
  });
  return paging ? sorted.slice(paging.first, paging.first + paging.size) : sorted;
}

/* ---- questions ---- */

const hasNoComma = (value: string): boolean => value !== '' && !value.includes(',');

/** Candidates for a filter: existing values, prefixes and variants of them, and values that no row has. */
function anyValue({ kind, path, values }: ComparedMember, rows: readonly ShownRow[]): fc.Arbitrary<string> {
  if (values) return fc.constantFrom(...values);
  const held = rows.flatMap((row) => valuesAt(row, path)).filter((value) => value !== null && value !== undefined);
  const texts = [...new Set(held.map(String))].filter(hasNoComma);
  const known = texts.length > 0 ? fc.constantFrom(...texts) : fc.constant('0');
  switch (kind) {
    case 'text': {
      const part = fc
        .tuple(known, fc.nat(6), fc.integer({ min: 1, max: 9 }))
        .map(([one, at, length]) => one.substr(at, length));
      const cased = fc
        .tuple(known, fc.boolean())
        .map(([one, isUpper]) => (isUpper ? one.toUpperCase() : one.toLowerCase()));
      return fc.oneof(known, known, part, cased).map((one) => (hasNoComma(one) && one.trim() !== '' ? one : 'x'));
    }
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
    case 'number':
      return fc.oneof(known, known, fc.integer({ min: -3, max: 2000 }).map(String));
    default:
      return fc.tuple(fc.oneof(known, known, otherDays), fc.nat(3)).map(([one, form]) => dateForms[form]?.(one) ?? one);
  }
}

const otherDays = fc
  .integer({ min: Date.parse('1969-01-01'), max: Date.parse('2030-01-01') })
  .map((at) => new Date(at).toISOString().slice(0, 19));

const dateForms: readonly ((shown: string) => string)[] = [
  (shown) => shown,
  (shown) => `${shown}Z`,
  (shown) => shown.slice(0, 10),
  (shown) => shown.slice(0, 10).replaceAll('-0', '-'),
];

const several = (operator: string | null): { readonly min: number; readonly max: number } => {
  if (operator === 'between') return { min: 2, max: 2 };
  const isList = operator === null || ['equals', 'notequal', 'like', 'starts'].includes(operator);
  return { min: 1, max: isList ? 4 : 1 };
};

function anyTerm(member: ComparedMember, rows: readonly ShownRow[]): fc.Arbitrary<ModelTerm> {
  const operators = [null, null, 'notequal', ...Object.keys(testsOf[member.kind])];
  return fc.constantFrom(...operators).chain((operator) => {
    const { min, max } = several(operator);
    const canHoldNull = member.isNullable && [null, 'equals', 'notequal', 'since', 'until'].includes(operator);
    const values = fc.array(anyValue(member, rows), { minLength: min, maxLength: max });
    return fc.tuple(values, fc.boolean()).map(([given, isNull]) => ({
      member,
      operator,
      values: canHoldNull && isNull ? [...given, null] : given,
    }));
  });
}

/** Rows cannot be sorted by several values; equal times may differ in hidden fractions. */
function isOrderKnown({ path, kind }: ComparedMember, rows: readonly ShownRow[]): boolean {
  const shown = rows.map((row) => valuesAt(row, path));
  const isSingle =
    shown.every(({ length }) => length === 1) && !rows.some((row) => Array.isArray(row[path.split('.')[0] ?? '']));
  return isSingle && (kind !== 'moment' || new Set(shown.flat()).size === rows.length);
}

export function anyQuestion(members: readonly ComparedMember[], rows: readonly ShownRow[]): fc.Arbitrary<Question> {
  const member = fc.constantFrom(...members);
  const sortable = fc.constantFrom(...members.filter((one) => !one.isSeveral && isOrderKnown(one, rows)));
  return fc.record({
    terms: fc.uniqueArray(
      member.chain((one) => anyTerm(one, rows)),
      {
        maxLength: 3,
        selector: ({ member: { path } }) => path,
      },
    ),
    order: fc.array(fc.record({ member: sortable, isDescending: fc.boolean() }), { maxLength: 3 }),
    paging: fc.option(fc.record({ first: fc.nat(rows.length), size: fc.integer({ min: 1, max: rows.length + 1 }) })),
  });
}

/** As a caller writes it. */
export function searchOf({ terms, order, paging }: Question): string {
  const search = new URLSearchParams();
  for (const { member, operator, values } of terms) {
    const words = values.map((value) => value ?? 'null');
    search.append(member.path, (operator === null ? words : [operator, ...words]).join(','));
  }
  if (order.length > 0) {
    const parts = order.flatMap(({ member, isDescending }) => [member.path, isDescending ? 'desc' : 'asc']);
    search.append('orderBy', parts.join(','));
  }
  if (paging) search.append('paging', `${paging.first},${paging.size}`);
  return search.toString();
}
