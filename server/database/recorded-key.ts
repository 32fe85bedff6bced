/** Whether a database was set up already, with a key: asked before there is one, so that none is made up for it. */
import pg from 'pg';
import { connectionConfig } from './connection.ts';
import { UnavailableError } from './errors.ts';

export async function hasRecordedKey(url: string): Promise<boolean> {
  const connection = new pg.Client(connectionConfig({ url, name: 'muster key', statementMs: 10_000 }));
  // A connection that is lost fails its statement, which says so; without a listener it would end the process.
  connection.on('error', () => undefined);
  await connection.connect().catch((error: unknown) => {
    throw new UnavailableError(error, 'undone');
  });
  try {
    const { rows } = await connection.query(`select to_regclass('installation') is not null as exists`);
    if (!rows[0]?.exists) return false;
    return (await connection.query('select 1 from installation')).rows.length > 0;
  } finally {
    await connection.end();
  }
}
