/** The `include` parameter. */
import { addError, type FieldErrors } from '../../problem.ts';
import type { Parameters } from './parameters.ts';

export interface Include {
  readonly embedded: boolean;
  readonly links: boolean;
  readonly totalCount: boolean;
}

const words = ['embedded', 'links', 'totalCount'] as const;

export const nothing: Include = { embedded: false, links: false, totalCount: false };

export function includeOf(parameters: Parameters, errors: FieldErrors): Include {
  const values = parameters.get('include');
  if (!values) return nothing;
  const strangers = values.filter((value) => !(words as readonly string[]).includes(value));
  if (strangers.length > 0) addError(errors, 'include', `Must be a list of: ${words.join(', ')}.`);
  return {
    embedded: values.includes('embedded'),
    links: values.includes('links'),
    totalCount: values.includes('totalCount'),
  };
}

export const includeText = (include: Include): string => words.filter((word) => include[word]).join(',');

/** For operations with few other parameters, or none. */
export function onlyInclude(parameters: Parameters, errors: FieldErrors, others: readonly string[] = []): Include {
  const allowed = ['include', ...others];
  for (const name of parameters.keys()) {
    if (allowed.includes(name)) continue;
    addError(errors, name, `This parameter is not known here. Allowed: ${allowed.join(', ')}.`);
  }
  return includeOf(parameters, errors);
}
