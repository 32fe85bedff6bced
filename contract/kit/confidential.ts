/**
 * Which members of a resource are confidential, from its declaration. A read of one leaves an entry in the log of
 * reads, so a new encrypted member is logged without further code.
 */
import type { Operation, Resource } from './resource.ts';

/** The member that stands for the bytes of a resource. */
export const contentMember = 'content';

const known = new WeakMap<Resource, readonly string[]>();

/** Encrypted members, and the bytes of files and portraits. */
export function confidentialMembers(resource: Resource): readonly string[] {
  const found = known.get(resource) ?? [
    ...Object.entries(resource.fields).flatMap(([name, { column }]) => (column === 'sealed' ? [name] : [])),
    ...(resource.content ? [contentMember] : []),
  ];
  known.set(resource, found);
  return found;
}

/** Whether rows hold the states of other resources. */
export const holdsOthers = ({ isFeed, showsOthers }: Resource): boolean => isFeed || showsOthers === true;

/** Whether representations of the resource itself may hold confidential members. Events hold those of other resources. */
export const isConfidential = (resource: Resource): boolean =>
  holdsOthers(resource) || resource.confidentialBy !== undefined || confidentialMembers(resource).length > 0;

/** The same for the responses to one operation, which may embed other resources. Only a read answers bytes. */
export function mayShowConfidential(
  resource: Resource,
  operation: Operation,
  resourceOf: (type: string) => Resource | undefined,
): boolean {
  if (operation === 'remove') return false;
  const hasContentOnly = resource.content !== undefined && confidentialMembers(resource).length === 1;
  const isOwn = isConfidential(resource) && (!hasContentOnly || operation === 'read');
  return isOwn || Object.keys(resource.embedded).some((type) => isEmbeddable(resourceOf(type)));
}

const isEmbeddable = (target: Resource | undefined): boolean => target !== undefined && isConfidential(target);
