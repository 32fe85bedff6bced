/** Names of resources and operations in running text. */
import type { Operation, Resource } from '../kit/resource.ts';

/** `taxonomy-label` → `taxonomy label`. */
export const wordsOf = (name: string): string => name.replaceAll('-', ' ');

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const oneOf = ({ type }: Resource): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${wordsOf(type)}`;

interface Shape {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly isOfOne: boolean;
}

export const shapes: Readonly<Record<Operation, Shape>> = {
  list: { method: 'get', isOfOne: false },
  create: { method: 'post', isOfOne: false },
  read: { method: 'get', isOfOne: true },
  update: { method: 'patch', isOfOne: true },
  remove: { method: 'delete', isOfOne: true },
};

/** Two operations have names that do not follow from the method. Clients generated from earlier documents use them. */
const namedOtherwise: Readonly<Record<string, string>> = {
  'get-business-establishments': 'list-business-establishments',
  'post-webhook-endpoint': 'post-webhook-endpoints',
};

export function operationId(resource: Resource, operation: Operation): string {
  const name = `${shapes[operation].method}-${operation === 'list' ? resource.path : resource.type}`;
  return namedOtherwise[name] ?? name;
}

export const summaryOf = (resource: Resource, operation: Operation): string =>
  ({
    list: `List ${wordsOf(resource.path)}`,
    create: `Create ${oneOf(resource)}`,
    read: `Read ${oneOf(resource)}`,
    update: `Change ${oneOf(resource)}`,
    remove: `Delete ${oneOf(resource)}`,
  })[operation];
