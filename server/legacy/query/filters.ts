/** Filters: `<property>=[<operator>,]<value>[,<value>…]`. */
import type { Description, Scalar } from '../members.ts';
import { ParameterError } from './parameter-errors.ts';
import { scalarAt } from './paths.ts';
import { type Operator, operators, type Term } from './query.ts';
import { formOf, valueIn } from './values.ts';

const valuesMax = 1000;

const sameness: readonly Operator[] = ['equals', 'notequal'];
const comparisons: readonly Operator[] = ['greaterthan', 'greaterthanorequal', 'lessthan', 'lessthanorequal'];
const periods: readonly Operator[] = ['since', 'until', 'between'];

const allowedOperators: Readonly<Record<Scalar['kind'], readonly Operator[]>> = {
  integer: [...sameness, ...comparisons],
  number: [...sameness, ...comparisons],
  // For those shown as numbers; names have no order.
  enumeration: [...sameness, ...comparisons],
  boolean: sameness,
  text: [...sameness, 'like', 'starts'],
  date: [...sameness, ...periods, ...comparisons],
  moment: [...sameness, ...periods, ...comparisons],
};

export function termOf(description: Description, parameter: string, parts: readonly string[], now: Date): Term {
  const found = scalarAt(description, parameter);
  const { member } = found;
  const operator = operatorIn(parts);
  const hasOrder = member.kind !== 'enumeration' || member.shows === 'number';
  const allowed = hasOrder ? allowedOperators[member.kind] : sameness;
  if (operator && !allowed.includes(operator)) {
    throw new ParameterError(
      `The operator '${operator}' cannot be used on '${parameter}'.`,
      `Allowed operators: ${allowed.join(', ')}.`,
    );
  }
  const texts = operator ? parts.slice(1) : parts;
  if (operator && texts.length > valuesMax) {
    throw new ParameterError(
      `'${parameter}' has ${texts.length} values.`,
      `At most ${valuesMax} values are allowed with an operator.`,
    );
  }
  const given = texts.filter((text) => !isNull(member, text));
  const values = given.map((text) => valueIn(member, text, now));
  const term = { ...found, operator: operator ?? 'equals', values, hasNull: given.length < texts.length };
  checkNumber(parameter, term);
  return term;
}

/** A single word is a value: an operator is followed by one. */
function operatorIn(parts: readonly string[]): Operator | null {
  if (parts.length < 2) return null;
  const word = parts[0]?.toLowerCase();
  return operators.find((operator) => operator === word) ?? null;
}

/** Only if the member can be null: otherwise `null` is an ordinary value, usually a wrong one. */
function isNull(member: Scalar, text: string): boolean {
  if (!member.isNullable) return false;
  if (member.kind === 'text') return text === 'null';
  return /^(null)?$/i.test(text.trim());
}

function checkNumber(parameter: string, { operator, values, hasNull, member }: Term): void {
  const wrong = (rule: string) => new ParameterError(`'${parameter}' has a wrong number of values.`, rule);
  if (operator === 'between' && (values.length !== 2 || hasNull)) {
    throw wrong('between takes exactly two dates: between,<first>,<last>.');
  }
  if ((operator === 'since' || operator === 'until') && values.length !== 1) {
    throw wrong(
      `${operator} takes one date${member.isNullable ? ', and null next to it where rows without one are wanted' : ''}.`,
    );
  }
  if (comparisons.includes(operator) && (values.length !== 1 || hasNull)) {
    throw wrong(`${operator} takes one value: ${formOf(member)}.`);
  }
}
