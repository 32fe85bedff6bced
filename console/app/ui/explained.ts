/** Errors for which the console has a better text than the service. */
import { isForbidden, isMissing, isOtherPerson, isOutdated, isUnreachable } from '../data/problems.ts';
import type { Words } from '../texts/part.ts';
import type { shellTexts } from '../texts/shell.ts';

export function explained(error: unknown, states: Words<typeof shellTexts>['states']): string | null {
  if (isUnreachable(error)) return states.unreachable;
  if (isOtherPerson(error)) return states.otherPerson;
  if (isOutdated(error)) return states.outdated;
  if (isForbidden(error)) return states.forbidden;
  return isMissing(error) ? states.missing : null;
}
