/** Moves the clock of a sandbox. Everything that depends on days follows it; credentials, leases and waits do not. */
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { invalid } from '../../problem.ts';

/** If it moves back, days that had begun have not begun yet: careers are computed again. */
const moved = statement(`
update accounts set clock_offset_ms = $3, is_clock_moved_back = is_clock_moved_back or $3 < clock_offset_ms
where $1::bigint is not null and id = $2 and environment = 'sandbox' and state = 'ready'
returning id`);

/** The supported range. */
const [earliest, latest] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];

/** Null: the time of the machine. */
export async function moveClock(tx: Tx, accountId: string, clock: string | null): Promise<void> {
  const moment = clock === null ? null : Date.parse(clock);
  if (moment !== null && !(moment >= earliest && moment < latest)) {
    throw invalid({ clock: ['Must lie between 1970 and 2100.'] });
  }
  const aheadMs = moment === null ? 0 : moment - tx.machineNow.getTime();
  const [row] = await tx.run(moved, [accountId, aheadMs]);
  if (!row) throw invalid({ clock: ['Only the clock of a sandbox that is ready can be moved.'] });
}
