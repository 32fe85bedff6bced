/** The log of reads for the legacy API: which confidential members a query shows, filters or sorts by. */
import type { FastifyRequest } from 'fastify';
import { isTooLong, purposeError, purposeIn } from '../http/api/reads.ts';
import { addMembers, addValue } from '../reads/shown.ts';
import { badQuery } from './errors.ts';
import type { AnyMember, Members } from './members.ts';
import type { LegacyQuery } from './query/query.ts';
import type { LegacyRequest } from './reader.ts';
import type { ExtendedData } from './users/extended-data.ts';

/** `people` are the ids of the employees on the page. */
export function noteMembers(
  { reading }: LegacyRequest,
  members: Members,
  { selection, terms, order }: LegacyQuery,
  people: readonly string[],
): void {
  const isShown = (name: string, { isOnRequest }: AnyMember) =>
    people.length > 0 && ((selection.isWhole && !isOnRequest) || selection.named.has(name));
  const isCompared = ({ confidential }: AnyMember) =>
    [...terms, ...order].some(({ member }) => member.confidential === confidential);
  for (const [name, member] of Object.entries(members)) {
    const { confidential, isHidden } = member;
    if (!confidential || isHidden || !(isShown(name, member) || isCompared(member))) continue;
    addMembers(reading, confidential.family, [confidential.member], people);
  }
}

export function noteValues({ reading }: LegacyRequest, data: ReadonlyMap<string, ExtendedData>): void {
  for (const [employeeId, values] of data) {
    for (const definitionId of Object.keys(values)) addValue(reading, definitionId, employeeId);
  }
}

/** Refuses one that is too long. */
export function purposeOf(request: FastifyRequest): string | null {
  const purpose = purposeIn(request);
  if (isTooLong(purpose)) throw badQuery(`Muster-Purpose: ${purposeError}`, { 'Muster-Purpose': [purposeError] });
  return purpose;
}
