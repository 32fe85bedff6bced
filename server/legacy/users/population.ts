/** Whom a reader of legacy users sees: never more than the role allows, and of those who have left only when asked. */
import type { Condition, Place } from '../../platform/store/condition.ts';
import type { LegacyQuery } from '../query/query.ts';
import type { LegacyReader } from '../reader.ts';

/** Conditions on a row of employees, whatever is asked. */
export function visibleTo(reader: LegacyReader, row: string, place: Place): string[] {
  const { establishments } = reader;
  const column = `${row}.applicable_job_position_business_establishment_id`;
  const places = establishments === null ? [] : [`${column} = any(${place(establishments)}::bigint[])`];
  return [...statusIs(row, reader.seesFormer, reader.seesFuture), ...places];
}

/** Written out, since an index holds those who have not left. */
function statusIs(row: string, seesFormer: boolean, seesFuture: boolean): string[] {
  if (seesFormer) return seesFuture ? [] : [`${row}.status <> 'upcoming'`];
  return [seesFuture ? `${row}.status <> 'deactivated'` : `${row}.status = 'active'`];
}

/** Who asks when contracts end means those that have ended too. */
export const areFormerAsked = ({ isFormerAsked, terms }: LegacyQuery): boolean =>
  isFormerAsked || terms.some(({ path }) => path === 'dtContractEnd');

export const populationOf =
  (reader: LegacyReader, isFormerShown: boolean): Condition =>
  (place) =>
    visibleTo({ ...reader, seesFormer: reader.seesFormer && isFormerShown }, 'employee', place).join(' and ') || 'true';
