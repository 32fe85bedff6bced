/** Filters of the address as conditions that a person reads, and back. Pure. */

export const operators = ['is', 'isNot', 'isEmpty', 'isNotEmpty', 'between'] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  /** The name of the member. */
  readonly name: string;
  readonly operator: Operator;
  /** Of `between`: both ends, either of which may be empty. */
  readonly values: readonly string[];
}

/** The parameter of the API, and its value. */
export function parameterOf({ name, operator, values }: Condition): readonly [parameter: string, value: string] {
  const [first = '', second = ''] = values;
  if (operator === 'is') return [name, first];
  if (operator === 'isNot') return [`-${name}`, first];
  if (operator === 'isEmpty') return [name, 'null'];
  if (operator === 'isNotEmpty') return [`-${name}`, 'null'];
  return [`${name}.between`, `${first || '..'}--${second || '..'}`];
}

export function conditionOf(parameter: string, value: string): Condition {
  const isNegative = parameter.startsWith('-');
  const name = isNegative ? parameter.slice(1) : parameter;
  if (name.endsWith('.between')) {
    const values = value.split('--').map((end) => (end === '..' ? '' : end));
    return { name: name.slice(0, -'.between'.length), operator: 'between', values };
  }
  if (value === 'null') return { name, operator: isNegative ? 'isNotEmpty' : 'isEmpty', values: [] };
  return { name, operator: isNegative ? 'isNot' : 'is', values: [value] };
}

/** The member that a parameter is about. */
export const memberOfParameter = (parameter: string): string => parameter.replace(/^-/, '').replace(/\.between$/, '');
