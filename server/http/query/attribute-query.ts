/**
 * Attributes in the query of a list: `attributes.<definition>`, or `attributes.<definition>.<property>` for object
 * values. The definition determines the allowed forms, so it is looked up before the query is parsed.
 */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import { extensionsNamed } from '../../attributes/extensions.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import type { AttributePart, Extension, ExtensionPart } from '../../platform/store/attribute-filter.ts';
import { addError } from '../../problem.ts';
import type { RequestContext } from '../api/request-context.ts';
import type { Cursor } from './cursor.ts';
import { addReaders, type FilterReader } from './filters.ts';
import type { Parameters } from './parameters.ts';

/** How the attributes of a request can be filtered and sorted. */
export interface NamedAttributes {
  readonly readers: ReadonlyMap<string, FilterReader>;
  /** The part that a sort key sorts by, or the reason why it cannot be used. */
  readonly sortable: ReadonlyMap<string, AttributePart | string>;
}

export const noAttributes: NamedAttributes = { readers: new Map(), sortable: new Map() };

interface AttributeNames {
  readonly parameters: readonly string[];
  readonly sortKeys: readonly string[];
}

/** Most lists name no attribute and skip the look-up. */
export function attributesIn(
  { resource, caller, database, dependencies: { cursorSigner } }: RequestContext,
  parameters: Parameters,
): undefined | Promise<NamedAttributes> {
  const [page] = parameters.get('page') ?? [];
  const cursor = page?.startsWith('!') ? cursorSigner.read(caller.accountId, resource.path, page) : null;
  const names = namesIn(parameters, cursor);
  return names && lookedUp(database.session(caller.accountId), caller, names);
}

/** From the query, or from the cursor that replaces it. */
function namesIn(parameters: Parameters, cursor: Cursor | null): AttributeNames | undefined {
  const asked = [...parameters.keys(), ...(cursor?.filters ?? []).map(([name]) => name)];
  const sort = [...(parameters.get('sort') ?? []), ...(cursor?.sort ?? '').split(',')];
  const names = {
    parameters: [...new Set(asked)].filter((name) => name.replace(/^-/, '').startsWith(attributePrefix)),
    sortKeys: sort.map((key) => key.replace(/^[-+ ]/, '')).filter((key) => key.startsWith(attributePrefix)),
  };
  return names.parameters.length + names.sortKeys.length > 0 ? names : undefined;
}

async function lookedUp(
  session: Session,
  caller: Caller,
  { parameters, sortKeys }: AttributeNames,
): Promise<NamedAttributes> {
  const ids = new Set([...parameters, ...sortKeys].map((name) => dotted(name).definitionId));
  const definitions = await extensionsNamed(session, caller, [...ids]);
  return {
    readers: new Map(parameters.map((name) => [name, readerOf(name, definitions)])),
    sortable: new Map(sortKeys.map((key) => [key, sortPartOf(key, definitions)])),
  };
}

/** `-attributes.e_training.passedOn.between` → e_training, and the rest. */
function dotted(name: string): { definitionId: string; path: string[] } {
  const [definitionId = '', ...path] = name.replace(/^-/, '').slice(attributePrefix.length).split('.');
  return { definitionId, path };
}

interface Found extends ExtensionPart {
  /** The name up to and including the property. */
  readonly base: string;
  readonly rest: readonly string[];
}

/** The part that a name refers to, or the error of the name. */
function partAt(name: string, definitions: ReadonlyMap<string, Extension>): Found | string {
  const { definitionId, path } = dotted(name);
  const extension = definitions.get(definitionId);
  if (!extension) {
    return `There is no definition '${definitionId}'. Must be ${attributePrefix}<definition>, or ${attributePrefix}<definition>.<property> where its values are objects.`;
  }
  if (extension.isSystem) {
    return `'${definitionId}' is a member of its own here: only attributes of the category extension are asked for in this way.`;
  }
  const start = attributePrefix + definitionId;
  const single = extension.parts.get('');
  if (single) return { ...single, base: start, rest: path };
  const [property = '', ...rest] = path;
  const part = extension.parts.get(property);
  if (part) return { ...part, base: `${start}.${property}`, rest };
  const allowed = [...extension.parts.keys()].map((known) => `${start}.${known}`);
  return `The values of '${definitionId}' are objects: a property must be named. Allowed: ${allowed.join(', ')}.`;
}

function readerOf(name: string, definitions: ReadonlyMap<string, Extension>): FilterReader {
  const found = partAt(name, definitions);
  if (typeof found === 'string') return refusing(name, found);
  const { base, filter, part } = found;
  if (!filter) return refusing(name, 'Long texts cannot be filtered by.');
  const readers = new Map<string, FilterReader>();
  // Like references, which are filtered by the id of their target.
  addReaders(readers, part.target ? `${base}.id` : base, filter);
  const reader = readers.get(name);
  if (!reader) return refusing(name, `This parameter is not known here. Allowed: ${[...readers.keys()].join(', ')}.`);
  return (values, errors) => {
    const term = reader(values, errors);
    return term && term.how !== 'search' ? { ...term, part } : null;
  };
}

const refusing =
  (name: string, message: string): FilterReader =>
  (_, errors) => {
    addError(errors, name, message);
    return null;
  };

function sortPartOf(key: string, definitions: ReadonlyMap<string, Extension>): AttributePart | string {
  const found = partAt(key, definitions);
  if (typeof found === 'string') return found;
  if (found.rest.length > 0) return `Must end with ${found.base}.`;
  if (found.isSortable) return found.part;
  return found.part.isMultiple
    ? `${key} cannot be sorted by: an employee may have several values of it.`
    : `${key} cannot be sorted by: its values are long texts or references.`;
}
