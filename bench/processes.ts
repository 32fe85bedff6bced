/** The processes that a bench measures. They end with its run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { endWhenInterrupted } from '../server/stop-signal.ts';
import { startFlags } from './start-flags.ts';

/** Waits for its first message. The floor gets the same flags. */
export async function started(
  file: string,
  settings: object,
  flags: readonly string[] = startFlags,
): Promise<ChildProcess> {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(settings)], { execArgv: [...flags] });
  const hasEnded = endWhenInterrupted(() => child.kill('SIGKILL'));
  child.once('exit', hasEnded);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ]);
  return child;
}

/** Waits until the events of a creation scenario are published, so that the next scenario does not pay for it. */
export const published = (superuserUrl: string) => async (): Promise<void> => {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  for (let left = 1; left > 0; ) {
    const { rows } = await connection.query<{ count: string }>('select count(*) from outbox');
    left = Number(rows[0]?.count);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await connection.end();
};
