/** The processes that use the database now: each records itself in the table `nodes` every few seconds. */

/** SQL on the table `nodes`. A process that was not seen for a minute has ended, or is frozen. */
export const isLive = `nodes.seen_at > now() - interval '1 minute'`;
