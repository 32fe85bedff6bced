/**
 * Commits of transactions with a new person, which wait on their worker of Citus: a moment at which a test ends a session or a
 * worker. `database` names the database on each server, the coordinator first.
 */
import { expect } from 'vitest';
import { asked, connection } from './commands/interrupted-command.ts';
import { connectedTo, onEachPart } from './distributed.ts';

/** An arbitrary number. */
const lock = 4_067_325_700;

export async function holdCommits([coordinator = '', ...workers]: readonly string[]) {
  await onEachPart(coordinator, 'employees', async (worker, parts) => {
    await worker.query(`create function wait_at_commit() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(${lock}); return null; end $$`);
    for (const part of parts) {
      await worker.query(`create constraint trigger waits_at_commit after insert on ${part}
  deferrable initially deferred for each row execute function wait_at_commit()`);
    }
  });
  const holders = await Promise.all(workers.map(connection));
  for (const holder of holders) await holder.query('select pg_advisory_lock($1)', [lock]);
  return {
    /** The worker on which a commit waits, and the statement that it waits in. */
    async waiting(): Promise<{ worker: string; statement: string }> {
      const found = async () => {
        const each = workers.map(async (worker) =>
          (await asked<{ query: string }>(worker, waitingQuery)).map(({ query }) => ({ worker, statement: query })),
        );
        return (await Promise.all(each)).flat();
      };
      await expect.poll(found, { timeout: 120_000 }).toHaveLength(1);
      return (await found())[0] as { worker: string; statement: string };
    },
    /** Of a worker that has failed, its locks are gone. */
    async letGo(): Promise<void> {
      for (const holder of holders) await holder.end().catch(() => undefined);
      for (const worker of workers) {
        await connectedTo(worker, (session) =>
          session.query('set citus.enable_ddl_propagation = off; drop function wait_at_commit cascade'),
        );
      }
    },
  };
}

const waitingQuery = `select query from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
