/** Which legacy users a reader sees: never more than the role allows, and former employees only on request. */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Condition, Place } from '../../platform/store/condition.ts';
import { inOneOf } from '../../platform/store/establishments.ts';
import type { LegacyQuery } from '../query/query.ts';
import type { LegacyReader } from '../reader.ts';

/** Conditions on a row of employees, for every query. */
export function visibleTo(reader: LegacyReader, row: string, place: Place): string[] {
  const { establishments } = reader;
  const places = establishments === null ? [] : [inOneOf(employees, row, `${place(establishments)}::bigint[]`)];
  return [...statusIs(row, reader.seesFormer, reader.seesFuture), ...places];
}

/** Written out, because a partial index holds those who have not left. */
function statusIs(row: string, seesFormer: boolean, seesFuture: boolean): string[] {
  if (seesFormer) return seesFuture ? [] : [`${row}.status <> 'upcoming'`];
  return [seesFuture ? `${row}.status <> 'deactivated'` : `${row}.status = 'active'`];
}

/** A filter on the end of contracts includes ended ones. */
export const areFormerAsked = ({ isFormerAsked, terms }: LegacyQuery): boolean =>
  isFormerAsked || terms.some(({ path }) => path === 'dtContractEnd');

export const populationOf =
  (reader: LegacyReader, isFormerShown: boolean): Condition =>
  (place) =>
    visibleTo({ ...reader, seesFormer: reader.seesFormer && isFormerShown }, 'employee', place).join(' and ') || 'true';
