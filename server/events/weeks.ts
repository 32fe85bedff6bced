/**
 * The week that new events and deliveries go into. Weeks are made ahead; a clock that was moved and a node that slept find
 * theirs missing. By the time of the machine, whatever time it is in the account: no tenant can make a partition.
 *
 * Before anything else in a transaction, or outside of one: others wait until the transaction that makes a week ends. One
 * that had already locked a row that they hold or need would wait for them in turn.
 */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

const ensured = statement(`
select ensure_partition('events', $2::timestamptz), ensure_partition('deliveries', $2::timestamptz)
where $1::bigint is not null`);

export const ensureWeek = (session: Session): Promise<unknown> => session.run(ensured, [session.machineNow]);
