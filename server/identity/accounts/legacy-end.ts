/** How long an account is served the second generation of the legacy API. */
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { RefusedError } from './account-errors.ts';

/** The announced end; the last second in which it is served. */
export const v2EndDefault = new Date('2026-03-31T23:59:59Z');

/** null: the announced end. */
export const v2EndOf = (until: Date | null): Date => until ?? v2EndDefault;

/** The last second counts whole. */
export const isOver = (end: Date, moment: Date): boolean => moment.getTime() >= end.getTime() + 1000;

const moved = statement(`
update accounts set legacy_v2_until = case when $2 then date_trunc('second', $3::timestamptz) else legacy_v2_until end
where id = $1 returning legacy_v2_until as until`);

/** null: the announced end again. Absent: unchanged. Takes effect within a second. */
export async function setV2End(
  session: Session,
  until: Date | null | undefined,
): Promise<{ readonly v2Until: Date; readonly isMoved: boolean }> {
  if (until && Number.isNaN(until.getTime())) {
    throw new RefusedError({
      v2Until: ['Must be a day such as 2026-12-31, a date-time such as 2026-12-31T23:59:59Z, or default.'],
    });
  }
  const [account] = await session.run<{ until: Date | null }>(moved, [until !== undefined, until ?? null]);
  if (account === undefined) throw new RefusedError({ account: ['There is no such account.'] });
  return { v2Until: v2EndOf(account.until), isMoved: account.until !== null };
}
