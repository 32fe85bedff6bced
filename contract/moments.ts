/** The parameters that ask about another time: a day (`asOf`), and a moment of knowledge (`knownAt`). */
import { isRecorded } from './kit/recorded.ts';
import type { Operation, Resource } from './kit/resource.ts';

export const momentParameters = ['asOf', 'knownAt'] as const;

export type MomentParameter = (typeof momentParameters)[number];

/** Those that lists and reads of a resource take. The bytes of a file have no earlier states. */
export function momentsOf(resource: Resource): readonly MomentParameter[] {
  if (resource.content !== undefined) return [];
  return momentParameters.filter((name) => (name === 'asOf' ? resource.asOf !== undefined : isRecorded(resource)));
}

/** The same for one operation. */
export const momentsFor = (resource: Resource, operation: Operation): readonly MomentParameter[] =>
  operation === 'list' || operation === 'read' ? momentsOf(resource) : [];
