/**
 * Parses the query string of a legacy request, for all resources. Names match without regard to case, a repeated
 * parameter is a list, and unknown names are refused: a typing error must never return everything.
 */
import type { Description } from '../members.ts';
import { everything, fieldsIn } from './fields.ts';
import { termOf } from './filters.ts';
import { orderIn, pagingIn } from './paging.ts';
import { judging, newParameterErrors, type ParameterErrors } from './parameter-errors.ts';
import type { LegacyQuery, Term } from './query.ts';
import { valueIn } from './values.ts';

/** Parameters that are accepted and ignored. */
const ignored = new Set([
  '_',
  'randomnumber',
  'authtoken',
  'longtoken',
  'callback',
  'groupby',
  'httpmethod',
  'metadata',
  'notify',
  'accept',
  'template',
  'operations',
  'principal',
  'nowarning',
]);

interface Parameter {
  /** As first written, for errors. */
  readonly name: string;
  readonly parts: readonly string[];
}

/** By their names in lower case. Values are decoded before they are split, so that an encoded comma separates too. */
function parametersIn(queryString: string): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const [name, value] of new URLSearchParams(queryString)) {
    const key = name.trim().toLowerCase();
    const former = found.get(key);
    found.set(key, { name: former?.name ?? name, parts: [...(former?.parts ?? []), ...value.split(',')] });
  }
  return found;
}

export function parseQuery(description: Description, queryString: string, now: Date): LegacyQuery {
  const found = newParameterErrors();
  const parameters = parametersIn(queryString);
  const taken = <T>(key: string, name: string, look: (parts: readonly string[]) => T): T | undefined => {
    const parameter = parameters.get(key);
    parameters.delete(key);
    return parameter && judging(found, name, () => look(parameter.parts));
  };
  const fields = taken('fields', 'fields', (parts) => fieldsIn(description, parts.join(',')));
  const paging = taken('paging', 'paging', (parts) => pagingIn(parts, description));
  const order = taken('orderby', 'orderBy', (parts) => orderIn(description, parts));
  const isFormerAsked = taken('formeremployees', 'formerEmployees', (parts) => isTrue(parts, now));
  const terms = termsIn(description, parameters, now, found);
  const refusal = found.refusal();
  if (refusal) throw refusal;
  const selection = fields?.selection ?? everything;
  const isCounted = fields?.isCounted ?? false;
  return {
    selection,
    isCounted,
    isOnlyCounted: isCounted && selection.named.size === 0,
    paging: paging ?? { first: 0, size: description.pageSizes.standard },
    isPagingSent: paging !== undefined,
    order: order ?? [],
    terms,
    isFormerAsked: isFormerAsked ?? false,
  };
}

/** A repeated parameter is a list: one true value is enough. */
const isTrue = (parts: readonly string[], now: Date): boolean =>
  parts.map((part) => valueIn({ kind: 'boolean', sql: '' }, part, now)).includes(true);

function termsIn(
  description: Description,
  parameters: ReadonlyMap<string, Parameter>,
  now: Date,
  found: ParameterErrors,
): Term[] {
  const isIgnored = (key: string) => ignored.has(key) || (description.ignored?.includes(key) ?? false);
  return [...parameters].flatMap(([key, { name, parts }]) => {
    if (isIgnored(key)) return [];
    const term = judging(found, name, () => termOf(description, name.trim(), parts, now));
    return term ? [term] : [];
  });
}
