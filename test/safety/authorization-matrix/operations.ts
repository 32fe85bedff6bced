/** Every operation of the API and of the administration area, from the declarations. */
import { administration } from '@muster/contract/administration.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Operation, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { scopesForView } from '@muster/contract/kit/view.ts';
import { declaredAs, resources } from '@muster/contract/resources.ts';
import type { Needed } from '@muster/contract/scopes.ts';
import { isRecorded, versionsOf } from '@muster/contract/versions.ts';
import { methods } from '../../support/examples.ts';

export interface DeclaredOperation {
  readonly name: string;
  readonly resource: Resource;
  readonly operation: Operation;
  readonly method: string;
  readonly needs: Needed;
  /** Has an address, and is always refused. */
  readonly isRefused: boolean;
}

const operationsOf = (resource: Resource): DeclaredOperation[] => {
  const refused = Object.keys(resource.refused) as Operation[];
  return [...resource.operations, ...refused].map((operation) => ({
    name: `${operation} ${resource.hasNoAddress ? resource.path : resource.type}`,
    resource,
    operation,
    method: methods[operation],
    needs: refused.includes(operation) ? 'any-token' : scopesFor(resource, operation),
    isRefused: refused.includes(operation),
  }));
};

/** A further address of one row, as a list inside it that has no address of its own: who sees the row gets it. */
const viewsOf = (resource: Resource): DeclaredOperation[] =>
  Object.entries(resource.views ?? {}).map(([name, view]) => ({
    name: `${name} of ${resource.type}`,
    resource: { ...resource, within: { type: resource.type, as: name }, hasNoAddress: true },
    operation: 'list',
    method: 'GET',
    needs: scopesForView(resource, view),
    isRefused: false,
  }));

/** Whether it is a further address of one row. */
export const isView = ({ resource: { type, within } }: DeclaredOperation): boolean => within?.type === type;

const declared = Object.values<Resource>({ ...resources, ...administration });

export const everyOperation: readonly DeclaredOperation[] = [
  ...declared,
  ...declared.filter(isRecorded).map(versionsOf),
]
  .flatMap(operationsOf)
  .concat(declared.flatMap(viewsOf));

/** Whose rows decide the response: versions are seen by those who see their resource. */
export const subjectOf = ({ resource }: Pick<DeclaredOperation, 'resource'>): Resource =>
  resource.hasNoAddress && resource.within ? declaredAs(resource.within.type) : resource;

/** A row that requests refer to, and the facts that decide who sees it. */
export interface Target {
  readonly id: string;
  /** The id of its owner. */
  readonly ownerId?: string;
  /** The query of the address: the token of a file. */
  readonly query?: string;
}

export const isOfOne = ({ operation }: DeclaredOperation): boolean => operation !== 'list' && operation !== 'create';

export function addressOf(declared: DeclaredOperation, { id, ownerId, query = '' }: Target): string {
  const collection = collectionPath(declared.resource, ownerId);
  return isOfOne(declared) ? `${collection}/${id}${query}` : collection;
}

/** No resource has a member of this name. */
export const unknownMember = 'noSuchMember';

/**
 * Requests that change nothing even if they are allowed: an update without members, a creation with an unknown
 * member, a deletion with a condition that does not hold.
 */
export function harmlessRequest({ operation }: DeclaredOperation): { body?: unknown; headers: Record<string, string> } {
  if (operation === 'create') return { body: { [unknownMember]: true }, headers: {} };
  if (operation === 'update') return { body: {}, headers: {} };
  return { headers: operation === 'remove' ? { 'if-match': '"no-such-version"' } : {} };
}
