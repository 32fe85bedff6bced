/** Attempts to deliver events about a person. */
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

const echoed = statement(`
update delivery_attempts set error_response_body = '' where account_id = $1 and event_id = any($2::bigint[])
  and error_response_body <> ''`);

/** Receivers may have answered with what they were sent. The body of a request is not stored. */
export async function clearAttempts(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await tx.run(echoed, [eventIds]);
}

/** Until its time is over, a request that began before the erasure can end, and its answer is stored. */
const inFlight = statement(`
select 1 from deliveries
where account_id = $1 and event_id = any($2::bigint[]) and status = 'undelivered' and next_attempt_at <= $3
  and exists (select 1 from erased_people where account_id = $1 and employee_id = $4::bigint
    and erased_at > now() - make_interval(secs => 1 + coalesce(
      (select webhook_attempt_ms from account_settings where account_id = $1), $5::integer) / 1000.0))
limit 1`);

/** Whether a request with the former text of an event may be under way. */
export const areInFlight = async (
  tx: Tx,
  employeeId: string,
  eventIds: readonly string[],
  attemptMs: number,
): Promise<boolean> => (await tx.run(inFlight, [eventIds, tx.machineNow, employeeId, attemptMs])).length > 0;
